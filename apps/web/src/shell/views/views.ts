/** A list as somebody left it: its query without paging and without the open row, and how its tables are laid out. */
export interface ViewLook {
  search: Readonly<Record<string, string>>
  layouts?: Layouts
}
type Layouts = Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** Whose a view is: one's own, everybody's in and below a region, what a role begins with; the last look of a list is no view. */
export type ViewKind = 'private' | 'shared' | 'role'
/** A view as the server has it. */
export interface SavedView {
  id: string
  title: string
  kind: ViewKind | 'own'
  roleId: string | null
  layout: Partial<ViewLook> | null
  mayEdit: number
}
/** What is kept of a page for a person: layouts by table, and views that were kept here before the server had them. */
export interface PageSetting {
  layouts?: Layouts
  /** the view that this person has the list begin with */
  pinned?: string
  /** columns that were hidden before a layout was kept */
  hidden?: Readonly<Record<string, readonly string[]>>
  views?: readonly { name: string; search: Readonly<Record<string, string>> }[]
}
export const LONGEST_NAME = 50
/** Parts of an address that say where one is in a list and not which list it is. */
const PASSING: readonly string[] = ['current', 'open']

/** Filters, order and page size of an address. */
export const viewSearch = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([k, v]) => !PASSING.includes(k) && v !== ''))
/** What leads from one address to a view: everything else of the list goes. */
export const patchTo = (now: Readonly<Record<string, string>>, view: Pick<SavedView, 'layout'>): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.keys(now).map((k) => [k, undefined])),
  ...view.layout?.search,
})
const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((k) => a[k] === b[k])
}
/** The view that the address shows now. */
export const viewOf = <V extends Pick<SavedView, 'layout'>>(views: readonly V[], search: Readonly<Record<string, string>>): V | undefined =>
  views.find((v) => same(v.layout?.search ?? {}, viewSearch(search)))
/** What a list begins with for this person, where its address asks for nothing: the view that he pinned, else the view of a role. */
export const firstOf = (views: readonly SavedView[], search: Readonly<Record<string, string>>, pinned?: string): SavedView | undefined =>
  Object.keys(viewSearch(search)).length || search.open ? undefined : (views.find((v) => v.id === pinned) ?? views.find((v) => v.kind === 'role'))
