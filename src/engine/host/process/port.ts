import { createServer } from 'node:net';
import { StartFault } from '#engine/host/process/start-fault.ts';

/** All addresses of the machine, by IPv6 where there is one. */
const ANY_ADDRESS = '::';
const ANY_IPV4 = '0.0.0.0';

/** The address to listen on, for a process whose port another one keeps for it. */
export const listenAddress = (): Promise<string> => requireFreePort(0);

/**
 * Determines the address to listen on, before any slow work.
 * @throws StartFault when the port is in use
 */
export async function requireFreePort(port: number): Promise<string> {
  try {
    await tryPort(port, ANY_ADDRESS);
    return ANY_ADDRESS;
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw portInUse(port);
    if (code === 'EACCES')
      throw new StartFault(
        `没有权限使用端口 ${port}。请用 PORT 指定 1024 以上的端口。 / port ${port} needs a privilege: set PORT to one above 1024`,
      );
    if (code !== 'EAFNOSUPPORT' && code !== 'EADDRNOTAVAIL') throw fault;
    return ANY_IPV4;
  }
}

export function portInUse(port: number): StartFault {
  return new StartFault(
    `端口 ${port} 已被另一个进程占用。请先停止它,或用 PORT 指定另一个端口。 / port ${port} is in use: stop the process that has it, or set PORT to another`,
  );
}

function tryPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
