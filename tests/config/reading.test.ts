import { loadProject } from '#engine/cli/project/load-project.ts';
import { testReading } from '../engine/compiler/support/test-reading.ts';

testReading(await loadProject('config'));
