import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { defaultCommands, type RowCommand, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { words } from '../parts/people-words.ts'
import { NewPasswords, type NewPassword } from '../parts/NewPasswords.web.tsx'
import { DatasourceDialog, PackageDialog, SettingDialog } from './TenantDialogs.web.tsx'
import { tenant } from '../definitions/system.ts'

const DIALOGS = { setting: SettingDialog, package: PackageDialog, datasource: DatasourceDialog }

/** Tenants: their data, licence, package and data source. Source: screens.md A18; platform-api.md 3.7. */
export default function TenantPage() {
  const [open, setOpen] = useState<{ kind: keyof typeof DIALOGS; tenants: readonly AnyRow[] }>()
  const [passwords, setPasswords] = useState<readonly NewPassword[]>()
  const { reload } = useWrites(tenant)
  const { row, tool } = defaultCommands(tenant)
  const open1 = (kind: keyof typeof DIALOGS, label: RowCommand['label'], perm: string): RowCommand => ({
    key: kind,
    label,
    perm,
    run: (t) => setOpen({ kind, tenants: [t] }),
  })
  const reset: RowCommand = {
    key: 'reset',
    label: words.resetAdmin,
    perm: 'tenant_edit',
    confirm: words.confirmResetAdmin,
    run: async (t) => setPasswords([await api.post<NewPassword>('cpt-system/tenant/reset-admin', undefined, { tenantId: t.code })]),
  }
  const settings: ToolCommand = {
    key: 'setting',
    label: words.setting,
    perm: 'tenant_edit',
    needsRows: true,
    run: (rows) => setOpen({ kind: 'setting', tenants: rows }),
  }
  const Shown = open && DIALOGS[open.kind]
  return (
    <>
      <ResourcePage
        of={tenant}
        regionTree={false}
        toolCommands={[tool.add, tool.delete, settings]}
        rowCommands={[
          row.view,
          row.edit,
          open1('setting', words.setting, 'tenant_edit'),
          open1('package', words.packageSetting, 'tenant_grant'),
          open1('datasource', words.datasource, 'tenant_edit'),
          reset,
          row.delete,
        ]}
      />
      {Shown && <Shown tenants={open.tenants} onClose={() => setOpen(undefined)} onDone={() => void reload()} />}
      {passwords && <NewPasswords passwords={passwords} onClose={() => setPasswords(undefined)} />}
    </>
  )
}
