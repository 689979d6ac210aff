// Pictures from above: how they may be uploaded, and what became of each upload. Source: screens.md G3; land-contract.md 7.
import { datetime, dict, flag, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const

/** Formats of pictures: a GeoTIFF tells itself where it lies, the others bring a world file. */
export const FORMATS = ['tif', 'png', 'jpg'] as const
/** Megabytes that a picture may have, whatever a configuration says. */
export const MOST_MB = 500

/** 影像上传配置. Where pictures lie and where they are served is the product's own to say. Source: screens.md G3. */
export const image_config = defineResource({
  name: 'image_config',
  label: '影像上传配置',
  en: 'Upload of pictures',
  path: '/yzt/manage/uploadconfiguration',
  scope: 'tenant',
  order: ['sort', 'name'],
  unique: [['name']],
  title: 'name',
  fields: {
    name: text('配置名称', { en: 'Name', required: true, max: 60, search: 'like', width: 180 }),
    serviceUrl: text('服务地址', { en: 'Served at', max: 200, form: 'read', width: 260 }),
    storagePath: text('存储位置', { en: 'Kept in', max: 100, form: 'read', width: 140 }),
    formats: text('允许格式', { en: 'Formats', required: true, max: 40, default: 'tif,png,jpg', width: 130 }),
    maxSize: int('大小上限（MB）', { en: 'At most (MB)', required: true, min: 1, max: MOST_MB, default: 200, width: 120 }),
    groupName: text('图层分组', { en: 'Group of layers', max: 40, width: 120 }),
    regionCode: region('适用区域', { en: 'For region', everywhere: true, search: 'prefix', width: 140 }),
    isEnabled: flag('启用', { en: 'Enabled', default: 1, search: 'eq', width: 80 }),
    sort: int('排序', { en: 'Order', required: true, min: 0, max: 9999, default: 1, width: 80 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})

/** How an upload ended. */
export const IMAGE_STATE = { done: '1', failed: '2' } as const

/** 影像上传日志: one row an upload, whatever became of it. Source: screens.md G3. */
export const image_log = defineResource({
  name: 'image_log',
  label: '影像上传日志',
  en: 'Uploaded picture',
  path: '/yzt/manage/uploadlog',
  scope: 'land',
  order: ['createTime'],
  title: 'name',
  fields: {
    regionCode: region('行政区划', { en: 'Region', form: 'none', search: 'prefix', width: 140 }),
    name: text('影像名称', { en: 'Name', required: true, max: 100, search: 'prefix', width: 200 }),
    configId: ref('上传配置', 'image_config', { en: 'Configuration', ...none, search: 'eq', column: false }),
    fileName: text('文件', { en: 'File', max: 255, ...none, width: 200 }),
    fileSize: int('大小', { en: 'Size', ...none, width: 100 }),
    format: text('格式', { en: 'Format', max: 10, ...none, width: 80 }),
    state: dict('状态', 'image_state', { en: 'State', ...none, search: 'eq', values: Object.values(IMAGE_STATE), width: 90 }),
    message: text('说明', { en: 'Message', max: 254, ...none, width: 260 }),
    width: int('宽（像素）', { en: 'Width (pixels)', ...none, width: 110 }),
    height: int('高（像素）', { en: 'Height (pixels)', ...none, width: 110 }),
    epsg: int('坐标系', { en: 'Coordinate system', ...none, width: 90 }),
    extent: text('范围', { en: 'Extent', max: 100, ...none, column: false }),
    place: text('像素位置', { max: 200, ...none, column: false }),
    ossName: text('存储名', { max: 40, ...none, column: false }),
    sha256: text('摘要', { max: 64, ...none, column: false }),
    finishTime: datetime('完成时间', { en: 'Finished', ...none, width: 160 }),
    remark: note('备注', { en: 'Remark', max: 254, column: false }),
  },
})
