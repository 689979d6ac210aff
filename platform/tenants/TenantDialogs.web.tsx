import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import type { Page } from '../../kit/model/page.ts'
import type { Text } from '../../kit/model/lang.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { FormItems } from '../../kit/web/ResourceForm.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { words } from '../parts/people-words.ts'
import { tenant } from '../definitions/system.ts'

interface DialogProps {
  tenants: readonly AnyRow[]
  onClose(): void
  onDone(): void
}
const SETTINGS = ['accountNumber', 'expireTime', 'title', 'backgroundUrl', 'domain'] as const
const COMMON = ['accountNumber', 'expireTime'] as const

/** Licence and appearance of a tenant; of several, the licence only. Source: screens.md A18. */
export function SettingDialog({ tenants, onClose, onDone }: DialogProps) {
  const names: readonly string[] = tenants.length === 1 ? SETTINGS : COMMON
  const submit = async (v: Record<string, unknown>) => {
    const settings = Object.fromEntries(names.map((n) => [n, v[n] ?? '']))
    await api.post('cpt-system/tenant/setting', { ids: tenants.map((t) => t.id).join(','), ...settings }, undefined, { quiet: true })
    onDone()
  }
  return (
    <FormDialog
      title={words.setting}
      about={tenants.map((t) => t.id).join(',')}
      initial={tenants.length === 1 ? tenants[0]! : {}}
      onSubmit={submit}
      onClose={onClose}
      width={800}
    >
      <FormItems of={tenant} only={names} />
    </FormDialog>
  )
}

interface PickProps extends DialogProps {
  title: Text
  label: Text
  /** list of what is picked, and the field that names a row */
  list: string
  name: string
  field: 'packageId' | 'datasourceId'
  call: string
}
/** Ties a tenant to one row of another list, or to none. */
function PickDialog({ tenants, onClose, onDone, title, label, list, name, field, call }: PickProps) {
  const { say } = useSay()
  const t = tenants[0]!
  const { data, isLoading } = useQuery({
    queryKey: queryKeyOf({ name: list }, 'all'),
    queryFn: () => api.get<Page<AnyRow>>(list, { size: 200 }, { quiet: true }),
  })
  return (
    <FormDialog
      title={title}
      about={t.code}
      initial={{ [field]: t[field] || undefined }}
      onClose={onClose}
      onSubmit={async (v) => {
        await api.post(call, undefined, { tenantId: t.code, [field]: v[field] }, { quiet: true })
        onDone()
      }}
    >
      <Form.Item name={field} label={say(label)}>
        <ClearSelect loading={isLoading} placeholder={say(words.unlimited)} options={(data?.records ?? []).map((r) => ({ value: r.id, label: r[name] }))} />
      </Form.Item>
    </FormDialog>
  )
}
export const PackageDialog = (p: DialogProps) => (
  <PickDialog
    {...p}
    title={words.packageSetting}
    label={words.pack}
    list="cpt-system/tenant-package/list"
    name="packageName"
    field="packageId"
    call="cpt-system/tenant/package-setting"
  />
)
export const DatasourceDialog = (p: DialogProps) => (
  <PickDialog
    {...p}
    title={words.datasource}
    label={words.source}
    list="cpt-develop/datasource/list"
    name="name"
    field="datasourceId"
    call="cpt-system/tenant/datasource"
  />
)
