import type { LucideIconData } from '@lucide/icons';
import ClipboardList from '@lucide/icons/icons/clipboard-list';
import Headset from '@lucide/icons/icons/headset';
import House from '@lucide/icons/icons/house';
import LayoutGrid from '@lucide/icons/icons/layout-grid';
import MessageSquareText from '@lucide/icons/icons/message-square-text';
import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import UserRound from '@lucide/icons/icons/user-round';
import type { BlockProps } from '#engine/generated/blocks.ts';

export const ICONS = {
  home: House,
  categories: LayoutGrid,
  account: UserRound,
  cart: ShoppingCart,
  messages: MessageSquareText,
  service: Headset,
  orders: ClipboardList,
} satisfies Record<BlockProps['toolbar']['items'][number]['icon'], LucideIconData>;
