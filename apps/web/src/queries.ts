import { QueryClient } from '@tanstack/react-query'

/** What the pages keep of the server's answers. */
export const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false } } })
