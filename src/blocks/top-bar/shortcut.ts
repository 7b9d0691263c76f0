/**
 * 添加到桌面: saves an internet shortcut, which every desktop opens with the browser; no browser lets a page write to
 * the desktop itself.
 */
export function saveShortcut(url: string, name: string): void {
  const file = new Blob([`[InternetShortcut]\r\nURL=${url}\r\n`], { type: 'application/internet-shortcut' });
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(file);
  anchor.download = `${name}.url`;
  anchor.click();
  URL.revokeObjectURL(anchor.href);
}
