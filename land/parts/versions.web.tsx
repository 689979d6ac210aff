import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { kinds } from '../../kit/web/kinds.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { recordPartWords as words } from './record-words.ts'

/** A version as its call tells it: the row with its days, when it was recorded, why, by what and whom, and the columns that are new in it. */
export type RecordedVersion = AnyRow & {
  regFrom: string
  regTo: string
  why: string
  causeKind: string
  causeId: string | null
  recordedAt: string
  changed: readonly string[]
  by?: string | null
  role?: string | null
  place?: string | null
}

/** The versions of one object, the latest first, each with the one of the same row before it. */
export function useVersions(r: AnyResource, code: string, value: string) {
  const {
    data = [],
    error,
    isLoading,
    refetch,
  } = useQuery({
    queryKey: queryKeyOf(r, 'history', value),
    retry: false,
    queryFn: () => api.get<RecordedVersion[]>(`${r.path.slice(1)}/history`, { [code]: value }, { quiet: true }),
  })
  const versions = data.map((row, i) => ({ row, before: data.slice(0, i).findLast((x) => x.id === row.id) })).toReversed()
  return { versions, error, isLoading, refetch }
}
/** How a version shows a value of a definition: by its kind, and what is not there in words. */
export function useShownValue(r: AnyResource): (row: AnyRow, name: string) => ReactNode {
  const { say } = useSay()
  return (row, n) =>
    row[n] === null || row[n] === undefined || row[n] === '' ? say(words.nothing) : kinds[r.fields[n]!.kind].show(row[n], r.fields[n]!, n, row)
}
