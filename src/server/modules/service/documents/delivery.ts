import { defineDocument } from '../../../kernel/documents/documents.ts';
import { orderWorkbook } from '../statements/order-workbook.ts';

/** 随货同行单 of an order as Excel; the id is the order's. */
export default defineDocument({ access: 'member', make: (request) => orderWorkbook(request, 'delivery') });
