import type { ReactNode } from 'react';

export interface TableProps {
  head: readonly string[];
  rows: readonly { id?: string; cells: readonly ReactNode[] }[];
}

export function Table({ head, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }, row) => (
          <tr key={id ?? row} id={id}>
            {cells.map((cell, column) => (
              <td key={head[column]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
