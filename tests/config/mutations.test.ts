import { loadProject } from '#engine/cli/project/load-project.ts';
import { testMutations } from '../engine/compiler/support/test-mutations.ts';

testMutations(await loadProject('config'));
