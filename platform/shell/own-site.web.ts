import { useQuery } from '@tanstack/react-query'
import type { SignAccount, SiteFacts } from './shell.ts'
import { useSiteFacts } from './site.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useRegionName } from '../../kit/web/words.web.ts'

const quiet = { quiet: true }
const NONE: number[] = []
/** What the server says about itself: version, deployment and callbacks. Empty until it answers. */
export function useSite(): Omit<SiteFacts, 'callbacks'> & { callbacks: readonly string[] | undefined } {
  const site = useSiteFacts()
  const version = site?.version ?? ''
  return {
    version: version && `v${version.replace(/^v/, '')}`,
    deployment: site?.deployment ?? '',
    switchMode: site?.switchMode ?? false,
    callbacks: site?.callbacks,
    silentCodes: site?.silentCodes ?? NONE,
  }
}

/** The name of the user's region, or of the department while the region is not known. */
export function useOwnRegion(): string {
  const { user } = useSession()
  const code = user?.dept_region ?? ''
  const name = useRegionName(code)
  return (name !== code && name) || user?.dept_name || ''
}

/** Whether the count of electronic signatures stands in the top bar: for region codes of nine and more characters. Source: platform.md 1. */
export const showsSignCount = (regionCode: string): boolean => regionCode.length >= 9
/** The electronic signatures that the user's region has left; undefined where the count is not shown or not known yet. */
export function useSignsLeft(): number | undefined {
  const region = useSession().user?.dept_region ?? ''
  const { data } = useQuery({
    queryKey: queryKeyOf('data/sign-num', region),
    enabled: showsSignCount(region),
    staleTime: 60_000,
    queryFn: () => api.get<SignAccount>('data/sign-num', { regionCode: region }, quiet),
  })
  return data?.remaining
}

const LARGE_ROLES: readonly string[] = ['administrator', 'admin', 'large']
/** Whether the large screen may be entered from the top bar: these roles, and in the 'sx' deployment only. Source: platform.md 2. */
export const showsLarge = (roleName: string, deployment: string): boolean =>
  deployment === 'sx' && roleName.split(',').some((r) => LARGE_ROLES.includes(r.trim()))
