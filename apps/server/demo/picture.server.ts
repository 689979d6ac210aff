import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PLACES } from '../../../platform/seed/places.ts'
import type { Application } from '../app.server.ts'
import { ROOT, type Config } from '../config.server.ts'
import { demoCalls } from './calls.server.ts'
import { uploading } from './work.server.ts'

/** The pictures from above, the lowest on the map first, so that the newest is uppermost: the newest is shown at first, the one before it is for comparing. */
const PICTURES = [
  { file: 'ortho-2016.tif', name: '玉顶村航拍影像（2016年）', isDefault: 0 },
  { file: 'ortho-2024.tif', name: '玉顶村航拍影像（2024年）', isDefault: 1 },
] as const
/**
 * Takes the demonstration's pictures from above the way a person does: a configuration for uploads, the uploads, and the newest layer shown at first. A picture
 * whose file was uploaded before, whatever became of it since, is not taken again.
 */
export async function demonstratePictures(a: Application, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const call = demoCalls(a)
  const had: { fileName: string }[] = (await call('admin', '/yzt/manage/uploadlog/page', { size: 500 })).records
  const wanted = PICTURES.filter(({ file }) => !had.some((h) => h.fileName === file))
  if (wanted.length === 0) return
  const formats = 'tif,png,jpg'
  if ((await call('admin', '/yzt/manage/uploadconfiguration/listNotPage', {})).length === 0)
    await call('admin', '/yzt/manage/uploadconfiguration/submit', { name: '航拍影像', formats, maxSize: 200, groupName: '航拍影像', sort: 1, isEnabled: 1 })
  for (const picture of wanted) {
    const bytes = await readFile(join(ROOT, 'demo', picture.file))
    const { layerId } = await uploading(dataDir, { name: picture.file, type: 'image/tiff', bytes }, (upload) =>
      call('admin', '/yzt/upload/uploadYztFile', { name: picture.name, regionCode: PLACES.village }, { facts: { upload } }),
    )
    const { id, rev, uuid, name, source, imageId, groupName, regionCode, opacity, isQueryable, isEnabled } = await call('admin', '/yzt/gis-layer/detail', {
      id: layerId,
    })
    await call('admin', '/yzt/gis-layer/submit', {
      id,
      rev,
      uuid,
      name,
      source,
      imageId,
      sort: PICTURES.length - PICTURES.indexOf(picture),
      groupName,
      regionCode,
      opacity,
      isQueryable,
      isEnabled,
      isDefault: picture.isDefault,
    })
  }
}
