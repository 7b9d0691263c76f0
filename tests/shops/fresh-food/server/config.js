import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LanguageCode,
  LogLevel,
} from '@vendure/core';
import { ChineseSearch } from './chinese-search.js';
import { DrawnPictures, drawings, servePicture, withoutPreview } from './pictures.js';

/**
 * Vendure with its database in memory, so that each start has the same products and no orders.
 * @param {number} port where `/shop-api` is served
 */
export const configOf = (port) => ({
  apiOptions: {
    hostname: 'localhost',
    port,
    shopApiPath: 'shop-api',
    adminApiPath: 'admin-api',
    middleware: [{ route: 'pictures', handler: servePicture }],
  },
  authOptions: {
    tokenMethod: 'cookie',
    requireVerification: false,
    superadminCredentials: { identifier: 'superadmin', password: 'only-in-memory' },
    cookieOptions: { secret: 'only-in-memory' },
  },
  defaultLanguageCode: LanguageCode.zh_Hans,
  dbConnectionOptions: { type: 'sqljs', synchronize: true, autoSave: false },
  assetOptions: { assetStorageStrategy: new DrawnPictures(), assetPreviewStrategy: withoutPreview },
  importExportOptions: { assetImportStrategy: drawings },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    DefaultJobQueuePlugin.init({ pollInterval: 50 }),
    DefaultSearchPlugin.init({ indexStockStatus: true, searchStrategy: new ChineseSearch() }),
  ],
  logger: new DefaultLogger({ level: LogLevel.Error }),
});
