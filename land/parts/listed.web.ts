import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../kit/model/page.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'

/** What only the list of a register says of a row (`names`), beside the row: asked for where the row was not opened from its list. `on`: whether the list has it. */
export function useListed(r: AnyResource, row: AnyRow, { code, names, on }: { code: string; names: readonly string[]; on: boolean }): AnyRow {
  const value = String(row[code])
  const { data } = useQuery({
    queryKey: queryKeyOf(r, 'listed', value),
    enabled: on && names.some((n) => !Object.hasOwn(row, n)),
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>(`${r.path.slice(1)}/page`, { [code]: value, current: 1, size: 10 }, { quiet: true }),
  })
  const found = data?.records.find((x) => x.id === row.id)
  return found ? { ...Object.fromEntries(names.map((n) => [n, found[n]])), ...row } : row
}
