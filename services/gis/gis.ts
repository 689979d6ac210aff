// Services of other offices that the map may show, and the layers that it shows. Source: screens.md G2; land-contract.md 7.
import { dict, flag, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** What a service speaks. */
export const SERVICE = { wms: 'wms', wmts: 'wmts', xyz: 'xyz', mvt: 'mvt', geojson: 'geojson', wfs: 'wfs', features: 'features', arcgis: 'arcgis' } as const

/** 图形服务: a service of another office by its address. The key that it asks for is sealed beside the row. Source: screens.md G2. */
export const gis_service = defineResource({
  name: 'gis_service',
  label: '图形服务',
  en: 'Map service',
  path: '/yzt/gis-service',
  scope: 'tenant',
  order: ['sort', 'name'],
  unique: [['uuid']],
  title: 'name',
  fields: {
    name: text('服务名称', { en: 'Name', required: true, max: 60, search: 'like', width: 180 }),
    uuid: text('服务标识', { fixed: true, en: 'Identifier', max: 36, format: 'code', search: 'eq', width: 150 }),
    type: dict('服务类型', 'gis_service_type', { en: 'Kind', required: true, search: 'eq', values: Object.values(SERVICE), width: 130 }),
    url: text('服务地址', { en: 'Address', required: true, max: 500, format: 'url', width: 320 }),
    params: note('附加参数', { en: 'Further parameters', max: 500, column: false }),
    keyName: text('密钥参数名', { en: 'Name of the key', max: 40, format: 'code', column: false }),
    attribution: text('版权说明', { en: 'Attribution', max: 200, column: false }),
    regionCode: region('适用区域', { en: 'For region', everywhere: true, search: 'prefix', width: 140 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})

/** Where a layer comes from: a service, a picture that was uploaded, or the product itself. */
export const LAYER_SOURCE = { service: 'service', image: 'image', own: 'own' } as const

/** 图层: what the tree of the map lists. Source: screens.md G2. */
export const gis_layer = defineResource({
  name: 'gis_layer',
  label: '图层',
  en: 'Layer',
  path: '/yzt/gis-layer',
  scope: 'tenant',
  order: ['sort', 'name'],
  unique: [['uuid']],
  title: 'name',
  derived: ['serviceName', 'serviceType'],
  fields: {
    name: text('图层名称', { en: 'Name', required: true, max: 60, search: 'like', width: 180 }),
    uuid: text('图层标识', { fixed: true, en: 'Identifier', max: 36, format: 'code', search: 'eq', width: 150 }),
    groupName: text('分组', { en: 'Group', max: 40, search: 'eq', width: 120 }),
    source: dict('来源', 'gis_layer_source', {
      en: 'Source',
      required: true,
      search: 'eq',
      default: 'service',
      values: Object.values(LAYER_SOURCE),
      width: 100,
    }),
    serviceId: ref('图形服务', 'gis_service', { en: 'Service', search: 'eq', width: 160 }),
    imageId: ref('影像', 'image_log', { en: 'Picture', column: false }),
    layerName: text('服务内图层', { en: 'Name in the service', max: 200, width: 180 }),
    minZoom: int('最小级别', { en: 'From zoom', min: 0, max: 22, width: 90 }),
    maxZoom: int('最大级别', { en: 'To zoom', min: 0, max: 22, width: 90 }),
    opacity: int('不透明度（%）', { en: 'Opacity (%)', min: 0, max: 100, default: 100, width: 110 }),
    style: note('样式', { en: 'Style', max: 2000, column: false }),
    fields: note('字段', { en: 'Fields', max: 2000, column: false }),
    isDefault: flag('默认显示', { en: 'Shown at first', default: 0, width: 90 }),
    isQueryable: flag('可查询', { en: 'Answers questions', default: 1, width: 90 }),
    regionCode: region('适用区域', { en: 'For region', everywhere: true, search: 'prefix', width: 140 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
