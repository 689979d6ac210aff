import { useQuery } from '@tanstack/react-query'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { usePageState } from '../../../kit/web/session.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'

/** The last `count` parts of the page's path, which are what the route calls its parameters. */
export function usePathParts(count: number): string[] {
  return usePageState().key.split('/').slice(-count)
}

export interface LeaveRow extends AnyRow {
  status: string
  days: number
  flow: {
    processInstanceId: string
    processDefinitionName: string
    status: string
    reason: string | null
    taskId: string | null
    taskName: string | null
    isOwnTask: 0 | 1
    canWithdraw: 0 | 1
    waiting: { name: string; assigneeName: string | null; signMode: string | null; missing: { name: string; n: number }[] }[]
  }
}
/** A request for leave with where it stands. */
export const useLeave = (businessId: string) =>
  useQuery({
    queryKey: queryKeyOf('leave', businessId),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    queryFn: () => api.get<LeaveRow>('cpt-flow/leave/detail', { businessId }, { quiet: true }),
  })
