/** Does this path, without its query, belong to the API rather than to a page? */
export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/');
