import { defineRoutes } from '../routes.ts';
import { receiveUpload } from '../uploads/receive.ts';

export default defineRoutes({ 'upload.create': receiveUpload });
