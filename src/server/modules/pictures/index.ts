import { defineModule } from '../../kernel/module.ts';

export { registerPictures } from './register.ts';

export const pictures = defineModule({ name: 'pictures' });
