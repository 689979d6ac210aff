import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FC,
  type HTMLAttributes,
  type ReactNode,
} from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { AnyResource } from '../model/resource.ts'

/** A menu or button as the server tells it. Source: platform-api.md 3.1. */
export interface MenuNode {
  id: string
  parentId: string
  code: string
  name: string
  alias?: string
  path: string
  source?: string
  category: number
  sort: number
  isOpen?: number
  remark?: string
  /** roles (comma between) that see it; none = everybody who was given it */
  roles?: string
  children?: MenuNode[]
}

/** The bare answer of the token call. Source: platform-api.md 2.4. */
export interface TokenAnswer {
  /** names the sign-in; the tokens themselves are in cookies that no script reads */
  mark: string
  expires_in: number
  tenant_id: string
  user_id: string
  account: string
  user_name: string
  nick_name: string
  real_name: string
  role_name: string
  role_id: string
  dept_id: string
  dept_name: string
  dept_region: string
  dept_region_name?: string
  avatar: string
  password_expired?: boolean | number
  password_must_modify?: boolean | number
}
export type User = Omit<TokenAnswer, 'mark' | 'expires_in' | 'password_expired' | 'password_must_modify'>

interface Session {
  /** which sign-in of this browser it is; '' = nobody's */
  mark: string
  /** milliseconds since 1970 at which its token was given */
  tokenAt: number
  /** seconds for which it was given */
  tokenLasts: number
  user: User | null
  passwordExpired: boolean
  passwordMustModify: boolean
  /** codes of the buttons this user may use; read again after each start */
  permission: Readonly<Record<string, true>>
}

const UNKNOWN = { user: null, passwordExpired: false, passwordMustModify: false, permission: {} }
const NOBODY: Session = { mark: '', tokenAt: 0, tokenLasts: 3600, ...UNKNOWN }
const KEPT = 'chengbao.session'

/** The store of who is signed in: kept in the browser's storage and shared by its windows. What a former version kept held tokens and is forgotten. */
export const sessionStore = create<Session>()(
  persist((): Session => NOBODY, { name: KEPT, storage: createJSONStorage(() => localStorage), version: 1, migrate: () => NOBODY }),
)

/** What a second window did (signed out, renewed the token) counts here too. */
window.addEventListener('storage', (e) => {
  if (e.key === KEPT || e.key === null) void sessionStore.persist.rehydrate()
})

/** Reads what another window stored last: its sign-in is this one's, and a token is renewed once. */
export const readStored = (): void => void sessionStore.persist.rehydrate()
export const session = (): Session => sessionStore.getState()
export const isSignedIn = (): boolean => session().mark !== ''

const yes = (v: boolean | number | undefined): boolean => v === true || v === 1

/** Stores the answer of a token call, first or refreshed. */
export function signIn(a: TokenAnswer): void {
  const { mark, expires_in, password_expired, password_must_modify, ...user } = a
  sessionStore.setState({
    mark,
    tokenAt: Date.now(),
    tokenLasts: expires_in,
    user,
    passwordExpired: yes(password_expired),
    passwordMustModify: yes(password_must_modify),
  })
}

/** Forgets everything about the user in this browser; the server's side is `client.signOutRemote`. */
export function forgetSession(): void {
  sessionStore.setState(NOBODY, true)
}

/** Takes the button tree: its leaves are the permission codes. Source: platform.md 6. */
export function setButtons(tree: readonly MenuNode[]): void {
  const permission: Record<string, true> = {}
  const walk = (nodes: readonly MenuNode[]): void => nodes.forEach((n) => (n.children?.length ? walk(n.children) : void (permission[n.code] = true)))
  walk(tree)
  sessionStore.setState({ permission })
}

/** Whether the user may use a button (`post_add`); undefined means that no permission is asked. */
export const can = (code: string | undefined): boolean => code === undefined || session().permission[code] === true
/** The session inside React; renders again when it changes. `const { can, user } = useSession()`, `can('post_add')`. */
export function useSession() {
  const { user, mark, permission, passwordExpired, passwordMustModify } = sessionStore()
  return {
    user,
    passwordExpired,
    passwordMustModify,
    userId: user?.user_id ?? '',
    tenantId: user?.tenant_id ?? '',
    signedIn: mark !== '',
    can: (code: string | undefined): boolean => code === undefined || permission[code] === true,
  }
}

/** Fetches the code of a page; pages stand by menu path, `:name` in it for one part, read with `usePageState().key`. */
export type PageLoader = () => Promise<{ default: FC }>
export type Pages = Readonly<Record<string, PageLoader>>

/** A command that is greyed: its words, why it is, and its button code. */
export type Refused = { name: string; reason: string; perm: string | undefined }
/** A row as the server has it now. */
export type StoredRow = Readonly<Record<string, unknown>>
/** A form whose values are kept while somebody types. */
export interface Drafted {
  /** the values; undefined = nothing typed */
  take(): unknown
  put(values: never): void
  /** the record from which it was begun */
  base?: StoredRow | undefined
  /** the definition of the record, and those of the lists of rows in it */
  of?: AnyResource
  lines?: Readonly<Record<string, AnyResource>> | undefined
  /** names that the form may change */
  names?: readonly string[]
  /** the record that is open, so that others who open it are told */
  record?: { of: string; id: string; isEditing: boolean } | undefined
  /** its own draft is kept elsewhere: only a page that is taken away keeps it here, in this window */
  inWindow?: true
}
/** What the application does for a form that is filled. */
export interface Keeping {
  /** what was typed before and not saved, offered above the fields */
  offer: ReactNode
  /** whether what was typed is kept, and who else has the record open; stands beside the buttons */
  line: ReactNode
  /** something was typed just now */
  typed(): void
  /** what was typed was saved or given up: nothing is kept of it */
  end(): Promise<void>
  /** resolves when nothing is on its way */
  settled(): Promise<void>
  /** somebody else saved the record meanwhile (`theirs`): the person sees both and chooses; the values to save, or undefined */
  settle(theirs: StoredRow, values: StoredRow): Promise<StoredRow | undefined>
}
/** What is kept of a list for a person, and the way to change parts of it. */
export type KeptLayout = readonly [Readonly<Record<string, unknown>>, (patch: Readonly<Record<string, unknown>>) => void]
/**
 * The page around a component, given by the shell. Pages in hidden tabs stay alive, so a page must read its URL
 * state here and not from the router: the router only knows the visible tab.
 */
export interface PageState {
  /** the path, which is also the tab's key */
  key: string
  /** query of this page's URL */
  search: Readonly<Record<string, string>>
  /** changes some of the query; undefined or '' removes a name. What opens a record is a step of its own, all else replaces the history entry. */
  setSearch: (patch: Record<string, string | number | undefined>) => void
  visible: boolean
  /** what the page is made of was refused to this person: the shell shows its own page of that, unless the page stands in his menu */
  refused?: () => void
  /** what the application keeps of tables for each person: their layouts, saved views, exports; and what it says beside a greyed command */
  tables?: {
    useLayout: (name: string) => KeptLayout
    Views: FC
    Export: FC<{ name: string; path: string; query: object; ids?: readonly string[] }>
    Greyed: FC<Refused>
    useDraft: (name: string | undefined, form: Drafted) => Keeping
  }
}
export const PageContext = createContext<PageState>({ key: '', search: {}, setSearch: () => {}, visible: true })
/** The same as `tables` of the page, for what stands in each row: it is not drawn anew with each change of the address. */
export const TablesContext = createContext<PageState['tables']>(undefined)
/** The URL state of the page: `const { search, setSearch } = usePageState()`. */
export const usePageState = (): PageState => useContext(PageContext)

/** Tells the page that a heading of its own stands; what it answers tells that it is gone. */
const HeadingContext = createContext<(() => () => void) | undefined>(undefined)
/** The heading of level one of a page. A page has one: where this stands, `Headed` says no name. */
export function Heading(props: HTMLAttributes<HTMLHeadingElement>) {
  const stands = useContext(HeadingContext)
  useLayoutEffect(() => stands?.(), [stands])
  return createElement('h1', props)
}
/**
 * A page that is headed by its name, for who does not see its tag, until it has a heading of its own. A style that asks what stands in the page (`:has`) would be
 * asked anew with each change in it: a tick on a list took 73 ms of style for 8.
 */
export function Headed({ name, children }: { name: string; children: ReactNode }) {
  const [own, setOwn] = useState(0)
  const stands = useCallback(() => (setOwn((n) => n + 1), () => setOwn((n) => n - 1)), [])
  const said = own === 0 && createElement('h1', { className: 'shell-only-read' }, name)
  return createElement(HeadingContext, { value: stands }, said, children)
}

const dirtyForms = new Map<symbol, string>()
let visiblePage = ''
/** Said by the shell before it shows another page. */
export const showPage = (key: string): void => void (visiblePage = key)
/** Whether a form of this page (of any page, without key) holds unsaved changes. */
export const hasUnsaved = (key?: string): boolean => (key === undefined ? dirtyForms.size > 0 : [...dirtyForms.values()].includes(key))
/** Said by the shell when the user gives the changes of a page (without key: of all pages) up. */
export const forgetUnsaved = (key?: string): void => dirtyForms.forEach((k, id) => (key === undefined || k === key) && dirtyForms.delete(id))

/** Marks the page as unsaved while `dirty`: closing its tab or the window then asks first. */
export function useUnsaved(dirty: boolean): void {
  const { key } = usePageState()
  const id = useRef(Symbol('form')).current
  useEffect(() => {
    if (dirty) dirtyForms.set(id, key)
    else dirtyForms.delete(id)
    return () => {
      // Hiding a kept-alive page also runs this; its form is still there, so only the visible page's forms are forgotten.
      if (visiblePage === key) dirtyForms.delete(id)
    }
  }, [dirty, id, key])
}

window.addEventListener('beforeunload', (e) => {
  if (hasUnsaved() && isSignedIn()) e.preventDefault()
})
