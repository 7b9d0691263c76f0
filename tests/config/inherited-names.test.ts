import { loadProject } from '#engine/cli/project/load-project.ts';
import { testInheritedNames } from '../engine/compiler/support/test-inherited-names.ts';

testInheritedNames(await loadProject('config'));
