import { loadProject } from '#engine/cli/project/load-project.ts';
import { SHOP_BLOCKS } from '../../support/block-schemas.ts';
import { testMigrations } from '../../support/migrations.ts';

testMigrations(SHOP_BLOCKS, await loadProject('config'));
