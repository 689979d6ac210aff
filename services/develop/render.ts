import type { Scope } from '../../kit/model/resource.ts'
import type { GenField } from './columns.ts'

/** What is generated of one table. */
export interface Module {
  codeName: string
  serviceName: string
  packageName: string
  tableName: string
  tablePrefix: string
  apiPath: string
  webPath: string
  scope: Scope
  writes: boolean
  page: boolean
  fields: readonly GenField[]
  /** of a table of another database: the source's name, and the migration of a table of ours for it */
  foreign?: { from: string; table: string }
}
export interface Generated {
  path: string
  text: string
}

/** A text as it stands in quotes of the house: no value can end them. */
const quoted = (v: string): string =>
  `'${v
    .replace(/\\/g, '\\\\')
    .replace(/'/g, "\\'")
    .replace(/[\r\n\u2028\u2029]+/g, ' ')}'`
/** A text inside a comment: it cannot end one, and stays on its line. */
const told = (v: string): string => v.replace(/\*\//g, '* /').replace(/[\r\n\u2028\u2029]+/g, ' ')

/** Words of the language, which no constant may be called. */
const TAKEN = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async'.split(
    ' ',
  ),
)
/** The name of the definition in code: the table's without its prefix. */
export function renderedName({ tableName, tablePrefix }: Pick<Module, 'tableName' | 'tablePrefix'>): string {
  const bare =
    tablePrefix && tableName.startsWith(tablePrefix) && /^[a-z]/.test(tableName.slice(tablePrefix.length)) ? tableName.slice(tablePrefix.length) : tableName
  return TAKEN.has(bare) ? `${bare}_` : bare
}
const upper = (name: string): string =>
  name
    .split('_')
    .filter(Boolean)
    .map((p) => p[0]!.toUpperCase() + p.slice(1))
    .join('')

function fieldText(f: GenField): string {
  const options = [
    `en: ${quoted(f.en)}`,
    ...(f.required ? ['required: true'] : []),
    ...(f.max ? [`max: ${f.max}`] : []),
    ...(f.search ? [`search: ${quoted(f.search)}`] : []),
    ...(f.column ? [] : ['column: false']),
  ].join(', ')
  const second = f.kind === 'dict' ? `, ${quoted(f.dict ?? '')}` : f.kind === 'ref' ? `, ${quoted(f.to ?? '')}` : ''
  const key = /^[A-Za-z_$][\w$]*$/.test(f.name) ? f.name : quoted(f.name)
  return `    ${key}: ${f.kind}(${quoted(f.label)}${second}, { ${options} }),`
}
function definition(m: Module, name: string): string {
  const kinds = [...new Set(m.fields.map((f) => f.kind))].sort()
  return `import { ${kinds.join(', ')} } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** ${told(m.codeName)}: the table ${m.tableName}. */
export const ${name} = defineResource({
  name: ${quoted(m.tableName)},
  label: ${quoted(m.codeName)},
  en: ${quoted(upper(name))},
  path: ${quoted(m.apiPath)},
  scope: ${quoted(m.scope)},
  fields: {
${m.fields.map(fieldText).join('\n')}
  },
})
`
}
function server(m: Module, name: string): string {
  const routes = m.writes ? `Object.values(crud(${name}))` : '[plain.page, plain.list, plain.detail]'
  return `import { crud, type Slice } from '../../kit/server/route.server.ts'
import { ${name} } from './${name}.ts'
${m.writes ? '' : `\nconst plain = crud(${name})\n`}
/** The calls of ${told(m.codeName)} below ${m.apiPath}. */
export const slice: Slice = { name: ${quoted(m.serviceName)}, resources: [${name}], routes: ${routes} }
`
}
function page(m: Module, name: string): string {
  const only = m.writes ? '' : ' toolCommands={[]} rowCommands={[defaultCommands(' + name + ').row.view]} table={{ rowSelection: undefined }}'
  return `${m.writes ? '' : "import { defaultCommands } from '../../kit/web/commands.web.tsx'\n"}import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { ${name} } from './${name}.ts'

/** The screen of ${told(m.codeName)}. */
export default function ${upper(name)}Page() {
  return <ResourcePage of={${name}}${only} />
}
`
}
const pages = (m: Module, name: string): string => `import type { Pages } from '../../kit/web/session.web.ts'

/** The screen by menu path. */
export const pages: Pages = {
  ${quoted(m.webPath)}: () => import(${quoted(`./${upper(name)}Page.web.tsx`)}),
}
`
const verbs = (m: Module): string => (m.writes ? 'view add edit delete' : 'view')
function readme(m: Module, name: string): string {
  const web = m.page
    ? `\n- \`apps/web/src/pages.ts\`: \`import { pages as ${name} } from '../../../own/${m.packageName}/${name}.web.tsx'\` and \`...${name}\``
    : ''
  return `# ${told(m.codeName)}

Generated from the table \`${m.tableName}\`${m.foreign ? ` of the data source ${told(m.foreign.from)}` : ''}. Put the folder \`${m.packageName}\` into \`own/\`, then:

- \`apps/server/compose.server.ts\`: \`import { slice as ${name} } from '../../own/${m.packageName}/${name}.server.ts'\` and \`${name}\` in \`OWN\`${web}
- \`platform/seed/menus.ts\`: \`['${m.tableName}', ${quoted(m.codeName)}, ${quoted(upper(name))}, ${quoted(m.webPath)}, 'TableOutlined', ['${m.tableName}:${verbs(m)}']]\`

${m.foreign ? `- \`${name}.sql\` is the migration: give it the next number in \`db/migrations\`, then \`node tools/landed.mjs\`\n\nRun` : 'No migration: the table is there. Run'} the contract loop and \`node tools/run.mjs tools/generate.ts\`.
`
}

/** The files of one table, below the folder of its slice. They compile where the folder stands in \`own/\`. */
export function renderCode(m: Module): Generated[] {
  const name = renderedName(m)
  const at = (file: string, text: string): Generated => ({ path: `${m.packageName}/${file}`, text })
  return [
    at(`${name}.ts`, definition(m, name)),
    at(`${name}.server.ts`, server(m, name)),
    ...(m.page ? [at(`${upper(name)}Page.web.tsx`, page(m, name)), at(`${name}.web.tsx`, pages(m, name))] : []),
    ...(m.foreign ? [at(`${name}.sql`, m.foreign.table)] : []),
    at(`${name}.md`, readme(m, name)),
  ]
}
