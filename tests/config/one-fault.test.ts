import { loadProject } from '#engine/cli/project/load-project.ts';
import { testFaults } from '../engine/compiler/support/test-faults.ts';

testFaults(await loadProject('config'), 4);
