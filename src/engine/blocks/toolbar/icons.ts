import ClipboardList from 'lucide-react/icons/clipboard-list';
import Headset from 'lucide-react/icons/headset';
import House from 'lucide-react/icons/house';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import UserRound from 'lucide-react/icons/user-round';
import type { ComponentType, SVGProps } from 'react';
import type { BlockProps } from '#engine/generated/blocks.ts';

/** What an icon of the toolbar is drawn with. */
type Icon = ComponentType<SVGProps<SVGSVGElement> & { strokeWidth?: number }>;

export const ICONS = {
  home: House,
  categories: LayoutGrid,
  account: UserRound,
  cart: ShoppingCart,
  messages: MessageSquareText,
  service: Headset,
  orders: ClipboardList,
} satisfies Record<string, Icon> as Record<BlockProps['toolbar']['items'][number]['icon'], Icon>;
