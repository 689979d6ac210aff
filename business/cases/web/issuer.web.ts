import { useQuery } from '@tanstack/react-query'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import type { Round } from '../../../land/definitions/household.ts'

/** An issuer as it is registered. */
export const useIssuer = (fbfbm: unknown) =>
  useQuery({
    queryKey: ['fbf', 'case', fbfbm],
    enabled: typeof fbfbm === 'string' && fbfbm !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<AnyRow>('base-qssj/fbf/detail', { fbfbm: String(fbfbm) }, { quiet: true }),
  })
/** Rounds of contracting of an issuer: a household contract lies within one where it is known. */
export const useRounds = (fbfbm: string | undefined) =>
  useQuery({
    queryKey: ['fbf', 'rounds', fbfbm],
    enabled: !!fbfbm,
    retry: false,
    staleTime: 60_000,
    queryFn: () => api.get<(Round & { planId: string | null })[]>('base-qssj/fbf/rounds', { fbfbm: fbfbm! }, { quiet: true }),
  })
/** Whether it is known that the register has no plan in force of this issuer. */
export function useNoPlan(fbfbm: string | undefined): boolean {
  const rounds = useRounds(fbfbm).data
  return !!fbfbm && !!rounds && !rounds.some((r) => r.planId)
}
/** An issuer as applicant: its principal's number, its own address. */
export const applicantOf = (issuer: AnyRow): Readonly<Record<string, unknown>> => ({
  ...{ cbfmc: issuer.fbfmc, cbfzjlx: issuer.fzrzjlx, cbfzjhm: issuer.fzrzjhm, lxdh: issuer.lxdh, cbfdz: issuer.fbfdz },
})
