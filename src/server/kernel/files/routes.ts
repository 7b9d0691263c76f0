import { defineRoutes } from '../http/routes.ts';
import { receiveUpload } from './receive.ts';

export default defineRoutes({ 'upload.create': receiveUpload });
