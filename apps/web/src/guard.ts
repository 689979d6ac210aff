/** What the guard looks at before a page is shown. */
export interface Visit {
  path: string
  signedIn: boolean
  locked: boolean
  /** the account is there for the screen on the wall alone */
  wall?: boolean
  /** whether a program that embeds the product waits to be returned to */
  callback: boolean
}
/** `pass`; another path; or `callback`: back to the embedding program with type=logout. */
export type Verdict = 'pass' | '/' | '/lock' | '/login' | '/mobile/index' | '/mobile/login' | '/large' | 'callback'

const LOGINS: readonly string[] = ['/login', '/user-login', '/mobile/login']
/** Paths that ask for nobody: sign-in, the page of who signs a contract by his link, that of a tablet without
 * network, which its own code opens, the page that verifies a document, the citizens' page, and the error pages. */
const OPEN: readonly string[] = [...LOGINS, '/sign', '/away', '/away/survey', '/verify', '/citizen', '/403', '/404', '/500']
/** The short link of a posting. */
const POSTING_LINK = /^\/p\/[0-9A-Za-z]+$/

/**
 * The navigation guard, rule by rule: who is signed in and asks for a login goes to the start; a locked screen leads to the lock; the lock without
 * being locked leads to the start; the account of the screen on the wall has that as its start; without a token everything else leads to the login, or to the stored callback. Source: platform.md 2.
 */
export function verdictOf({ path, signedIn, locked, callback, wall = false }: Visit): Verdict {
  const mobile = path.startsWith('/mobile/')
  if (signedIn && LOGINS.includes(path)) return mobile ? '/mobile/index' : '/'
  if (OPEN.includes(path) || POSTING_LINK.test(path)) return 'pass'
  if (!signedIn) return callback ? 'callback' : mobile ? '/mobile/login' : '/login'
  if (path === '/lock') return locked ? 'pass' : '/'
  if (wall && !locked && (path === '/' || path === '/wel/index')) return '/large'
  return locked ? '/lock' : 'pass'
}
