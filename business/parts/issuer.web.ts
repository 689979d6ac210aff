import { useQuery } from '@tanstack/react-query'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useRecorded } from '../../land/fbf/Rounds.web.tsx'

/** An issuer as it is registered. */
export const useIssuer = (fbfbm: unknown) =>
  useQuery({
    queryKey: queryKeyOf('fbf', 'case', fbfbm),
    enabled: typeof fbfbm === 'string' && fbfbm !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<AnyRow>('base-qssj/fbf/detail', { fbfbm: String(fbfbm) }, { quiet: true }),
  })
/** Whether it is known that the register has no plan in force of this issuer. */
export function useNoPlan(fbfbm: string | undefined): boolean {
  const rounds = useRecorded(fbfbm).data
  return !!fbfbm && !!rounds && !rounds.some((r) => r.planId)
}
/** An issuer as applicant: its principal's number, its own address. */
export const applicantOf = (issuer: AnyRow): Readonly<Record<string, unknown>> => ({
  cbfmc: issuer.fbfmc,
  cbfzjlx: issuer.fzrzjlx,
  cbfzjhm: issuer.fzrzjhm,
  lxdh: issuer.lxdh,
  cbfdz: issuer.fbfdz,
})
