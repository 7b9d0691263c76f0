import { exampleProject as exampleProjectOf } from '#engine/cli/catalogue/examples.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';

/** The project of the catalogue: a page for every example of every block type. */
export const exampleProject = async () => exampleProjectOf(await loadProject('config'));
