import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '../model/page.ts'
import type { AnyResource } from '../model/resource.ts'
import { api } from './client.web.ts'
import { listQuery, type ListState } from './list-state.web.ts'
import { queryKeyOf } from './keys.web.ts'

/** A row as lists and details hand it over: screens show columns by names that definitions give, so a value has no type before its field shows it. */
export type AnyRow = Record<string, any> & { id: string }
/** Which routes a resource has: `submit` for both writes, or the two of them apart. */
export type Writes = 'submit' | 'save-update'

/** The list of a resource for one state of the address; the former page stays visible while the next one comes. */
export function usePage(r: AnyResource, state: ListState, more: Record<string, string | number> = {}) {
  return useList<Page<AnyRow>>(r, 'page', { ...listQuery(state), ...more })
}
/** What a list call of a resource answers: a page, or all rows. */
export function useList<Answer = Page<AnyRow> | AnyRow[]>(r: AnyResource, verb: string, query: Record<string, string | number>, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeyOf(r, 'page', `${r.path}/${verb}`, query),
    queryFn: () => api.get<Answer>(`${r.path}/${verb}`, query, { quiet: true }),
    placeholderData: keepPreviousData,
  })
}
/** One row in full, as it stands or stood on the day `asOf`; asked anew each time, since a form must not begin from an old one. */
export function useDetail(r: AnyResource, id: string | undefined, asOf?: string) {
  return useQuery({
    queryKey: queryKeyOf(r, 'detail', r.path, id, asOf),
    queryFn: () => api.get<AnyRow>(`${r.path}/detail`, { id: id!, ...(asOf ? { asOf } : {}) }, { quiet: true }),
    enabled: !!id,
    gcTime: 0,
    staleTime: 0,
  })
}

/** The writing calls. `submit` throws without a toast, since a form shows faults at its fields; afterwards the lists are asked again. */
export function useWrites(r: AnyResource, writes: Writes = 'submit') {
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: queryKeyOf(r) })
  return {
    reload,
    submit: async (row: Record<string, unknown>) => {
      await api.post(`${r.path}/${writes === 'submit' ? 'submit' : row.id ? 'update' : 'save'}`, row, undefined, { quiet: true })
      await client.invalidateQueries({ queryKey: queryKeyOf(r, 'page') })
    },
    remove: async (ids: readonly string[]) => {
      await api.post(`${r.path}/remove`, undefined, { ids: ids.join(',') })
      await reload()
    },
  }
}
