import { loadProject } from '#engine/cli/project/load-project.ts';
import { SHOP_BLOCKS } from '../../support/block-schemas.ts';
import { testBrowserExamples } from '../../support/browser-examples.ts';
import { examplesIn } from '../../support/examples.ts';

testBrowserExamples(examplesIn(await loadProject('config'), SHOP_BLOCKS));
