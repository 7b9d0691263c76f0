import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react';

/** Shows an address without loading a document; false when it is none of this application. */
export type Navigate = (address: string) => boolean;

export const NavigateContext = createContext<Navigate>(() => false);

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

export function Link({ href, children, ...props }: LinkProps) {
  const navigate = use(NavigateContext);
  const onClick = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isPlain && navigate(href)) event.preventDefault();
  };
  return (
    <a {...props} href={href} onClick={onClick}>
      {children}
    </a>
  );
}
