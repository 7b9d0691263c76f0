import { loadProject } from '#engine/cli/project/load-project.ts';
import { SHOP_BLOCKS } from '../../support/block-schemas.ts';
import { examplesIn } from '../../support/examples.ts';
import { testServerExamples } from '../../support/server-examples.ts';

testServerExamples(examplesIn(await loadProject('config'), SHOP_BLOCKS));
