import ClipboardList from 'lucide-react/icons/clipboard-list';
import Headset from 'lucide-react/icons/headset';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import UserRound from 'lucide-react/icons/user-round';

export const ICONS = {
  account: UserRound,
  cart: ShoppingCart,
  messages: MessageSquareText,
  service: Headset,
  orders: ClipboardList,
};
