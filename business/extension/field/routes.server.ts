import { int, text } from '../../../kit/model/field.ts'
import type { Fields } from '../../../kit/model/resource.ts'
import { answering, crud, reading, route, type Route, type Run, type Slice } from '../../../kit/server/route.server.ts'
import type { Frozen } from '../../../services/files/owners.server.ts'
import { DECISION, decideItem, itemDetail } from './decide.server.ts'
import { deliverItem, DELIVERY } from './deliver.server.ts'
import { field_device, field_item } from './field.ts'
import { CONTACT_BODY, DEVICE_BODY, deviceContact, groups, revokeDevices, takeHouseholds } from './taken.server.ts'

const AT = field_item.path
const act = <B extends Fields>(
  path: string,
  summary: string,
  o: Pick<Route, 'perm' | 'audit' | 'answer' | 'rate' | 'asSystem'> & { body: B; run: Run<never, NoInfer<B>, 'POST'> },
): Route => route({ method: 'POST', path, scope: 'land', summary, ...o })

/** The survey without network: what is taken along, what is brought back, and what a person decides of it. Source: docs/adr/0076. */
export const fieldSlice = (frozen: Frozen): Slice => ({
  name: 'field',
  resources: [field_item, field_device],
  routes: [
    answering(
      reading('land', 'extension_household_edit')(`${AT}/groups`, '可带走的发包方', [], (ctx) => groups(ctx)),
      {
        as: 'rows',
        of: {
          fbfbm: field_device.fields.fbfbm,
          fbfmc: field_device.fields.fbfmc,
          planStatus: text('方案状态'),
          households: int('户数'),
          surveyed: int('已摸底'),
        },
      },
    ),
    act(`${AT}/take`, '带走农户', {
      perm: 'extension_household_edit',
      audit: 'field_device.take',
      body: { ...DEVICE_BODY, fbfbm: text('发包方编码', { en: 'Issuer code', length: 14, required: true }), deviceName: field_device.fields.deviceName },
      run: takeHouseholds,
    }),
    {
      method: 'POST',
      path: `${AT}/deliver`,
      perm: 'extension_household_edit',
      scope: 'land',
      audit: 'field_item.deliver',
      summary: '送达外业采集',
      body: DELIVERY,
      run: (ctx, input) => deliverItem(frozen, ctx, input),
    },
    act(`${AT}/contact`, '采集设备联系', {
      perm: 'public',
      audit: 'field_device.contact',
      body: CONTACT_BODY,
      rate: 'login',
      asSystem: 'a lost device has no session: by its number, which nobody else knows, it learns in any tenant whether it was revoked',
      run: deviceContact,
    }),
    crud(field_item).page,
    reading('land', 'field_item_view')(`${AT}/detail`, '外业采集详情', ['id'], (ctx, q) => itemDetail(ctx, q.id)),
    act(`${AT}/decide`, '处理外业采集', {
      perm: 'field_item_edit',
      audit: 'field_item.decide',
      body: DECISION,
      answer: 'nothing',
      run: (ctx, input) => decideItem(frozen, ctx, input),
    }),
    crud(field_device).page,
    act(`${field_device.path}/revoke`, '停用采集设备', {
      perm: 'field_device_edit',
      audit: 'field_device.revoke',
      body: { ids: text('设备', { en: 'Devices', max: 4000, required: true }), reason: field_device.fields.reason },
      answer: 'nothing',
      run: revokeDevices,
    }),
  ],
})
