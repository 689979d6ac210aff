/** A list as somebody left it: its query without paging and without the open row. */
export interface View {
  name: string
  search: Readonly<Record<string, string>>
}
/** What is kept of a page for a person: layouts by table, and views. */
export interface PageSetting {
  layouts?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** columns that were hidden before a layout was kept */
  hidden?: Readonly<Record<string, readonly string[]>>
  views?: readonly View[]
}
export const LONGEST_NAME = 30
export const MOST_VIEWS = 20
/** Parts of an address that say where one is in a list and not which list it is. */
const PASSING: readonly string[] = ['current', 'open']

/** Filters, order and page size of an address. */
export const searchOf = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([k, v]) => !PASSING.includes(k) && v !== ''))
/** What leads from one address to a view: everything else of the list goes. */
export const patchTo = (now: Readonly<Record<string, string>>, view: View): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.keys(now).map((k) => [k, undefined])),
  ...view.search,
})
const same = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((k) => a[k] === b[k])
}
/** The view that the address shows now. */
export const viewOf = (views: readonly View[], search: Readonly<Record<string, string>>): View | undefined =>
  views.find((v) => same(v.search, searchOf(search)))
/** The views with one more; a view of that name is replaced in its place. */
export function withView(views: readonly View[], view: View): View[] {
  return views.some((v) => v.name === view.name) ? views.map((v) => (v.name === view.name ? view : v)) : [...views, view].slice(-MOST_VIEWS)
}
