import { useQuery } from '@tanstack/react-query'
import { api } from '../../../../kit/web/client.web.ts'

/** What the server says about itself: GET version/get. Empty until it answers. */
export function useSite(): { version: string } {
  const { data } = useQuery({
    queryKey: ['version/get'],
    staleTime: Infinity,
    queryFn: () => api.get<{ version?: string } | string>('version/get', {}, { quiet: true }),
  })
  const version = (typeof data === 'string' ? data : data?.version) ?? ''
  return { version: version && `v${version.replace(/^v/, '')}` }
}
