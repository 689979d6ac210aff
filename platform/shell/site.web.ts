import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import type { SiteFacts } from './shell.ts'

/** What the server says of the place it runs in, asked once; undefined until it answers. */
export const useSiteFacts = (): SiteFacts | undefined =>
  useQuery({ queryKey: queryKeyOf('basic/site'), staleTime: Infinity, queryFn: () => api.get<SiteFacts>('basic/site', {}, { quiet: true }) }).data
