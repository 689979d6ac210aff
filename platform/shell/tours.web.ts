import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import type { TourName } from './tours.ts'

/** The person's settings hold under this name which tours he has seen or refused. */
const PAGE = 'tours'
type SeenTours = Partial<Record<TourName, true>>

/** Which tours the person has seen or refused, on whatever computer; undefined until that is known. `mark` remembers one. */
export function useSeenTours(isAsked: boolean): { seen: SeenTours | undefined; mark(name: TourName): void } {
  const { userId } = useSession()
  const client = useQueryClient()
  const queryKey = queryKeyOf('user-setting', PAGE, userId)
  const { data } = useQuery({
    queryKey,
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => (await api.get<SeenTours | null>('basic/user-setting/detail', { page: PAGE }, { quiet: true })) ?? {},
  })
  return {
    seen: data,
    mark: (name) => {
      const known = client.getQueryData<SeenTours>(queryKey)
      // what is not known yet is not written over: the tours that he has seen would be offered again
      if (!known) return
      const value = { ...known, [name]: true }
      client.setQueryData(queryKey, value)
      // what is not remembered is offered once more another day
      void api.post('basic/user-setting/submit', { page: PAGE, value }, undefined, { quiet: true }).catch(() => undefined)
    },
  }
}
