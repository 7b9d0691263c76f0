import { defineModule } from '../../kernel/module.ts';
import { onRefunded } from '../after-sales/index.ts';
import { onCompleted } from '../fulfilment/index.ts';
import { userFigures } from '../identity/index.ts';
import { addBookRules } from '../ledger/index.ts';
import deliveryDocument from './documents/delivery.ts';
import invoiceDocument from './documents/invoice.ts';
import sheetDocument from './documents/sheet.ts';
import statementDocument from './documents/statement.ts';
import templateDocument from './documents/template.ts';
import { reduceInvoice } from './invoices/after-refund.ts';
import { requestChosenInvoice } from './invoices/request-on-completion.ts';
import alertsJob from './jobs.ts';
import { MESSAGE_RULES } from './messages/book-rules.ts';
import { unreadMessages } from './messages/read.ts';
import alertsRoutes from './routes/alerts.ts';
import chatRoutes from './routes/chat.ts';
import favoritesRoutes from './routes/favorites.ts';
import feedbackRoutes from './routes/feedback.ts';
import invoicesRoutes from './routes/invoices.ts';
import listsRoutes from './routes/lists.ts';
import messagesRoutes from './routes/messages.ts';
import noticesRoutes from './routes/notices.ts';
import quickOrderRoutes from './routes/quick-order.ts';
import wantedRoutes from './routes/sourcing.ts';
import statementsRoutes from './routes/statements.ts';
import staffChatRoutes from './staff-routes/chat.ts';
import staffFeedbackRoutes from './staff-routes/feedback.ts';
import staffInvoicesRoutes from './staff-routes/invoices.ts';
import staffMessagesRoutes from './staff-routes/messages.ts';
import staffWantedRoutes from './staff-routes/sourcing.ts';
import staffStatementsRoutes from './staff-routes/statements.ts';
import cartImportTask from './tasks/cart-import.ts';

export { unansweredChats } from './chat/conversations.ts';
export { invoiceChoiceText } from './invoices/request-on-completion.ts';
export { newestUnread } from './messages/read.ts';
export { seedMessages } from './seed/messages.ts';
export { seedSelfService } from './seed/self-service.ts';

export const service = defineModule({
  name: 'service',
  routes: [
    alertsRoutes,
    chatRoutes,
    favoritesRoutes,
    feedbackRoutes,
    invoicesRoutes,
    listsRoutes,
    messagesRoutes,
    noticesRoutes,
    quickOrderRoutes,
    statementsRoutes,
    wantedRoutes,
    staffChatRoutes,
    staffFeedbackRoutes,
    staffInvoicesRoutes,
    staffMessagesRoutes,
    staffStatementsRoutes,
    staffWantedRoutes,
  ],
  jobs: { alerts: alertsJob },
  tasks: { 'cart-import': cartImportTask },
  documents: {
    delivery: deliveryDocument,
    invoice: invoiceDocument,
    sheet: sheetDocument,
    statement: statementDocument,
    template: templateDocument,
  },
  connect() {
    addBookRules(MESSAGE_RULES);
    onCompleted.add(requestChosenInvoice);
    onRefunded.add(reduceInvoice);
    userFigures.add(async (db, member) => ({ message_count: await unreadMessages(db, member) }));
  },
});
