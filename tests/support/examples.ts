import { exampleProject as exampleProjectOf } from '#tools/catalogue/examples.ts';
import { loadProject } from '#tools/load-project.ts';

/** The project of the catalogue: a page for every example of every block type. */
export const exampleProject = async () => exampleProjectOf(await loadProject('config'));
