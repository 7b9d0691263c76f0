import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { BASE } from '../../support/base-shop.ts';
import { ENGINE_BLOCKS } from '../../support/block-schemas.ts';
import { testBrowserExamples } from '../../support/browser-examples.ts';
import { examplesIn } from '../../support/examples.ts';

const schemas = [...(await readSchemaFiles())].filter(([path]) => path.startsWith('schemas/engine/'));
const site = (BASE['config/site.yaml'] ?? '').replace('closed: /closed', 'closed: /noActivity');

testBrowserExamples(
  examplesIn(new Map([...schemas, ...Object.entries({ ...BASE, 'config/site.yaml': site })]), ENGINE_BLOCKS),
);
