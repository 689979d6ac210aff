import type { AnyResource } from '../../../kit/model/resource.ts'
import { useOpenPage } from '../../../kit/web/open-page.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../../kit/web/commands.web.tsx'
import { ResourceForm } from '../../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../../platform/list/ResourcePage.web.tsx'
import { columnsOf } from '../../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { flow_model } from '../flow.ts'
import { VersionTag } from './parts.web.tsx'
import { words } from './words.ts'

const { xml: _drawing, ...fields } = flow_model.fields
/** What a form asks for; the drawing is the designer's. */
const asked: AnyResource = { ...flow_model, fields }

/** Models: name and key here, the drawing in the designer, deploy. Source: screens.md A24. */
export default function Models() {
  const { say, lang } = useSay()
  const go = useOpenPage()
  const { row, tool } = defaultCommands(flow_model)
  const commands: RowCommand[] = [
    { key: 'design', label: words.design, perm: 'flow_model_edit', run: (m) => go(`/flow/model/design/${m.id}`) },
    {
      key: 'deploy',
      label: words.deploy,
      perm: 'flow_model_deploy',
      confirm: words.deployAsk,
      done: words.deployed,
      run: (m, t) => api.post('cpt-flow/model/deploy', { modelId: m.id }).then(t.reload),
    },
    row.edit,
    row.delete,
  ]
  const columns = columnsOf(asked, lang).map((c) =>
    c.key === 'version' ? { ...c, render: (v: unknown) => (v ? <VersionTag of={v} /> : say(words.notDeployed)) } : c,
  )
  return (
    <ResourcePage of={asked} rowCommands={commands} toolCommands={[tool.add, tool.delete]} columns={columns} form={(p) => <ResourceForm {...p} of={asked} />} />
  )
}
