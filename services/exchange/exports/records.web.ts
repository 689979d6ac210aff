import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { keyUnder, queryKeyOf } from '../../../kit/web/keys.web.ts'
import { export_record, isOpen } from './exports.ts'

/** Rows of a page of the dialog, and how often it looks for itself while an export is under way. Source: platform.md 9 (Export page size, Export poll). */
export const SIZE = 20
const POLL_MS = 3000
const KEY = queryKeyOf(export_record)

export interface RecordType {
  type: string
  typeName: string
  custom: boolean
  mayStart: boolean
  /** may be had as documents in place of a sheet */
  orForm: boolean
}
/** The types of the specification and the custom ones of the region. */
export const useTypes = () =>
  useQuery({ queryKey: keyUnder(KEY, 'types'), queryFn: () => api.get<RecordType[]>('exportRecord/types', undefined, { quiet: true }) }).data ?? []

/** A page of the own exports. While one moves it is told by the server, and asks every three seconds besides. */
export function useRecords(search: { current: number; type?: string | undefined; status?: string | undefined }) {
  const client = useQueryClient()
  const list = useQuery({
    queryKey: keyUnder(KEY, 'page', search),
    queryFn: () => api.get<Page<AnyRow>>('exportRecord/page', { size: SIZE, ...search }, { quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.records.some((r) => isOpen({ status: r.status })) ? POLL_MS : false),
  })
  const moving = list.data?.records.some((r) => isOpen({ status: r.status })) ?? false
  const reload = () => client.invalidateQueries({ queryKey: keyUnder(KEY, 'page') })
  useEffect(() => {
    if (!moving) return
    const stop = new AbortController()
    const listen = async () => {
      for (let seen = ''; !stop.signal.aborted;) {
        const { version } = await api.get<{ version: string }>('exportRecord/news', { seen }, { quiet: true, signal: stop.signal })
        if (seen !== '' && version !== seen) void client.invalidateQueries({ queryKey: keyUnder(KEY, 'page') })
        seen = version
      }
    }
    // without news the three seconds remain
    listen().catch(() => {})
    return () => stop.abort()
  }, [moving, client])
  return { ...list, reload }
}
