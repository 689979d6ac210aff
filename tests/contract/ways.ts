// How each definition is spoken to over HTTP: derived from the routes of a plain resource, told here where it is special.
import { entries, isEditable, type AnyResource } from '../../kit/model/resource.ts'
import type { Route } from '../../kit/server/route.server.ts'
import type { Answer, Client } from '../world.ts'
import type { Values } from './rows.ts'
import { PDF } from '../../services/files/testing.server.ts'

/** A row that stands: its id and what it was made of (a body that was sent, or planted values). */
export interface Made {
  id: string
  body: Values
}
export interface Way {
  r: AnyResource
  list?: { path: string; kind: 'page' | 'forest' | 'array'; ask: (of: Made) => Values; filters: boolean }
  read?: { path: string; ask: (of: Made) => Values }
  /** `add` answers the id of the new row; `change` sends fields with id and rev; `checked` when the definition's fields are the body */
  add?: { path: string; checked: boolean; send: (who: Client, body: Values) => Promise<Answer> }
  change?: { path: string; send: (who: Client, body: Values) => Promise<Answer>; carry: (row: Values) => Values }
  remove?: { path: string; send: (who: Client, of: Made) => Promise<Answer> }
}

/** Definitions that nobody speaks to directly, each with the reason. A route below its path makes the loop fail. */
export const INTERNAL: Readonly<Record<string, string>> = {
  dk_jz: 'link table between parcels and boundaries, read through jzd and jzx',
  djb_cbf: 'part of a book version, read through djb',
  djb_jtcy: 'part of a book version, read through djb',
  djb_content: 'what a book says word for word, read through djb',
  djb_lineage: 'links of book versions, read through the life cycle of djb',
  land_feature: 'what lies around the parcels, written with a package and read through the map',
  hjb_border: 'what a package moved of the borders of regions, read and given back through the package',
  register_entry: 'what was written to the register, kept by the writer; no screen',
  djb_note: 'running page of a book, written by the register',
  fbf_round: 'rounds of an issuer, written by the register',
  making_plan_move: 'what a plan moves, read and written through it',
  making_plan_step: 'the steps of a plan, told by its own calls',
  watch_health: 'kept as changes by day, read as figures of a region',
  watch_run: 'where a run of the watch stands, read through its state',
  cbjyqz_event: 'read through the history of cbjyqz',
  qslyzlfj: 'kept from imported packages; no screen yet',
  process_definition: 'kept by hash, chosen through process_config',
  process_instance: 'moved by the tasks of a business',
  process_task: 'moved by the tasks of a business',
  process_history: 'written by the process, read through its instance',
  leave: 'moved by its process, read by those who take part in it',
  business_draft: 'form of a business, read and written through business',
  business_input: 'what a person has typed and not saved, read and written through business',
  business_book: 'books of a business, written at its finish',
  cbf_tag: 'set and read through the list of contractors',
  business_double: 'persons of two households of a business, read and confirmed through it',
  business_lock: 'held while a business runs',
  sign_flow: 'one start of a contract signed by phone or on site, moved by its signers and read through the contract',
  sign_node: 'a signer of a contract by phone or on site, moved by his own calls or the desk and read through the contract',
  sign_letter: 'a letter of authorisation of one contract, recorded and taken out through it at its signing',
  sign_event: 'told by the evidence sheet of a contract alone',
}
/** Definitions whose calls name no row: nothing of this loop fits them. */
export const APART: Readonly<Record<string, string>> = {
  extension_household: 'its list is the register, of whose households most have no row yet; the tests of the campaign drive it (business/extension/households)',
  password_strategy: 'one row a tenant, read and written without an id; the sign-in tests drive it',
  sign_movement: 'movements of an account of signatures, written with its figures and listed with it; the tests of signing drive it',
  list_view: 'whose a view is decides what may be done with it; the tests of views drive it (platform/list/view.test.ts)',
  map_mark: 'whose a mark is decides what may be done with it; the tests of marks drive it (land/map/search.test.ts)',
  attach_bin: 'removed files, listed by what they hung on; the tests of files drive it (services/files)',
  business_paper: 'a print of a paper; the list answers the papers of a case, printed or not; the paper tests drive it',
}
/** Lists that answer a forest instead of a page. Source: platform-api.md 1.4. */
const FORESTS = ['sys_role', 'sys_dept', 'menu', 'dict', 'dict_biz']

const byId = (of: Made) => ({ id: of.id })
const nothing = () => ({})
const narrow = (path: string, kind: 'page' | 'array', ask: (of: Made) => Values): Way['list'] => ({ path, kind, ask, filters: false })
const post =
  (path: string) =>
  (who: Client, body: Values): Promise<Answer> =>
    who.post(path, body)

/** Where a definition is not spoken to as a plain resource. */
const SPECIAL: Readonly<Record<string, (plain: Way) => Partial<Way>>> = {
  attach: () => ({
    list: narrow('/cpt-resource/attach/endpoint/list-by-businessId', 'array', (of) => ({ businessId: of.body.businessId })),
    read: { path: '/cpt-resource/attach/endpoint/download', ask: byId },
    add: {
      path: '/cpt-resource/attach/endpoint/upload',
      checked: false,
      send: async (who, { businessId }) => {
        const a = await who.upload('/cpt-resource/attach/endpoint/upload', { name: '样张.pdf', bytes: PDF }, { businessId })
        return { ...a, data: a.data?.id }
      },
    },
    remove: {
      path: '/cpt-resource/attach/endpoint/remove',
      send: (who, of) => who.send('DELETE', '/cpt-resource/attach/endpoint/remove', { query: { ids: of.id } }),
    },
  }),
  region: () => ({ remove: { path: '/cpt-system/region/remove', send: (who, of) => who.post('/cpt-system/region/remove', {}, { id: of.body.code }) } }),
  cbf: (plain) => ({
    change: { ...plain.change!, send: (who, body) => plain.change!.send(who, headed(body)), carry: ({ jtcyList }) => ({ jtcyList: jtcyList.map(memberOf) }) },
  }),
  // one a household for ever, which is what it is of: the tests of archives drive it
  file_group: () => ({ add: undefined, change: undefined, remove: undefined }),
  // an upload makes it: the tests of pictures drive that
  image_log: () => ({ add: undefined, change: undefined }),
  // a time of a window that is open: the tests of citizens drive both
  reserve: () => ({ add: undefined, change: undefined }),
  reserve_slot: () => ({ add: undefined, change: undefined }),
  // what was filed never changes: a change is a later version, and nothing goes
  file_detail: () => ({
    list: narrow('/cbjyq/da/fileDetail/page', 'page', (of) => ({ groupId: of.body.groupId })),
    add: undefined,
    change: undefined,
    remove: undefined,
  }),
  // the calls of that name are those of contracts that are not registered
  cbht: () => ({ add: undefined, change: undefined, remove: undefined }),
  contract_draft: () => ({
    add: { path: '/base-qssj/cbht/save', checked: true, send: post('/base-qssj/cbht/save') },
    change: { path: '/base-qssj/cbht/update', send: post('/base-qssj/cbht/update'), carry: ({ lines }) => ({ dkList: lines }) },
    remove: { path: '/base-qssj/cbht/remove', send: (who, of) => who.post('/base-qssj/cbht/remove', {}, { ids: of.id }) },
  }),
  cbdkxx: () => ({ list: narrow('/base-qssj/cbht/dk/page', 'page', (of) => ({ cbhtbm: of.body.contract })) }),
  collect_task: (plain) => ({ change: { ...plain.change!, carry: ({ kinds }) => ({ chosen: kinds }) } }),
  lzht: (plain) => ({ change: { ...plain.change!, carry: ({ parcels }) => ({ dkbms: parcels }) } }),
  djb: () => ({ list: { path: '/base-qssj/djb/wzx/page', kind: 'page', ask: nothing, filters: true }, read: { path: '/base-qssj/djb/detailById', ask: byId } }),
  hjb_issue: () => ({
    list: narrow('/hjb/hjbinfo/issues', 'page', (of) => ({ infoId: of.body.infoId })),
    read: undefined,
    add: undefined,
    change: undefined,
    remove: undefined,
  }),
  hjb_cell: () => ({
    list: narrow('/hjb/hjbcell/page', 'page', (of) => ({ infoId: of.body.infoId })),
    read: undefined,
    add: undefined,
    change: undefined,
    remove: undefined,
  }),
  // made by devices alone, and decided by calls of their own: business/extension/field drives them
  field_item: () => ({ read: undefined, add: undefined, change: undefined, remove: undefined }),
  field_device: () => ({ read: undefined, add: undefined, change: undefined, remove: undefined }),
  hjb_repair: () => ({
    list: narrow('/hjb/hjbrepair/page', 'page', (of) => ({ infoId: of.body.infoId })),
    read: undefined,
    add: undefined,
    change: undefined,
    remove: undefined,
  }),
  hjb_change: () => ({ read: undefined, add: undefined, change: undefined, remove: undefined }),
  // a rule and its threshold are no free texts, and a change of a rule is not edited: packages/hjb/rules.test.ts drives it
  hjb_rule: () => ({ read: undefined, add: undefined, change: undefined, remove: undefined }),
  business: (plain) => ({ change: { ...plain.change!, carry: ({ form }) => ({ form }) } }),
  // asked for about a registered row, with what is to change: the correction tests drive it
  correction: () => ({ add: undefined, change: undefined }),
  // sent by the message service, with parts of its own
  sms_history: () => ({ add: undefined, change: undefined }),
  // a number is masked and known again: the tests of messages drive it
  sms_opt_out: () => ({ add: undefined, change: undefined }),
  contract_file: () => ({ list: narrow('/dzzw/contract-to-sign', 'array', (of) => ({ businessId: of.body.businessId })) }),
  publicity: (plain) => ({
    read: { path: '/yw-publicity/publicity/detail-by-task', ask: (of) => ({ taskId: of.body.taskId }) },
    change: { ...plain.change!, path: '/yw-publicity/publicity/save', send: post('/yw-publicity/publicity/save'), carry: ({ taskId }) => ({ taskId }) },
  }),
}
/** A household whose contractor changed: its head is the same person. */
const headed = (body: Values): Values => ({
  ...body,
  ...(Array.isArray(body.jtcyList)
    ? { jtcyList: body.jtcyList.map((m: Values) => (m.yhzgx === '02' ? { ...m, cyxm: body.cbfmc ?? m.cyxm, cyzjhm: body.cbfzjhm ?? m.cyzjhm } : m)) }
    : {}),
})
const memberOf = (m: Values) => ({ id: m.id, ...Object.fromEntries(['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr'].map((n) => [n, m[n]])) })

/** What the routes below a definition's path offer. */
function plainWay(r: AnyResource, routes: readonly Route[]): Way {
  const at = (...verbs: string[]) => routes.find((x) => verbs.some((v) => x.path === `${r.path}/${v}`))?.path
  const list = at('page', 'list'),
    read = at('detail'),
    add = at('save', 'submit'),
    change = at('update', 'submit') ?? add,
    remove = at('remove')
  return {
    r,
    ...(list ? { list: { path: list, kind: FORESTS.includes(r.name) ? 'forest' : 'page', ask: nothing, filters: true } } : {}),
    ...(read ? { read: { path: read, ask: byId } } : {}),
    ...(add ? { add: { path: add, checked: true, send: post(add) }, change: { path: change!, send: post(change!), carry: nothing } } : {}),
    ...(remove ? { remove: { path: remove, send: (who, of) => who.post(remove, {}, { ids: of.id }) } } : {}),
  }
}
/** The way of every definition that has one. */
export const waysOf = (resources: readonly AnyResource[], routes: readonly Route[]): Way[] =>
  resources
    .filter((r) => !INTERNAL[r.name] && !APART[r.name])
    .map((r) => {
      const plain = plainWay(r, routes)
      return { ...plain, ...SPECIAL[r.name]?.(plain) }
    })
/** Names in the tables above that no definition has any more. */
export const stale = (resources: readonly AnyResource[]): string[] =>
  [...Object.keys({ ...INTERNAL, ...APART, ...SPECIAL }), ...FORESTS].filter((n) => !resources.some((r) => r.name === n))

/** What a form sends back: the editable fields of a row that was read, its id and rev, and what else this definition asks for. */
export const bodyOf = (way: Way, row: Values): Values => ({
  ...Object.fromEntries(
    entries(way.r)
      .filter(([n, f]) => isEditable(f) && row[n] !== null && row[n] !== undefined)
      .map(([n]) => [n, row[n]]),
  ),
  id: row.id,
  rev: row.rev,
  ...way.change?.carry(row),
})
/** Records of any kind of list answer. */
export function recordsOf(a: Answer): Values[] {
  const flat = (list: Values[]): Values[] => list.flatMap((x) => [x, ...flat(x.children ?? [])])
  return flat(Array.isArray(a.data) ? a.data : (a.data?.records ?? []))
}
