// A throwaway PostgreSQL for tests, and the Debian packages that tests use.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const PACKAGES = [
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/share/postgresql', 'postgresql-postgis'],
  ['/usr/bin/chromium', 'chromium'],
  ['/usr/bin/chromium-headless-shell', 'chromium-headless-shell'],
  ['/usr/bin/pdftotext', 'poppler-utils'],
  ['/usr/bin/mutool', 'mupdf-tools'],
  ['/usr/bin/qpdf', 'qpdf'],
  ['/usr/share/fonts/truetype/hanazono', 'fonts-hanazono'],
  ['/usr/bin/ogr2ogr', 'gdal-bin'],
]
/** Of the long run alone. */
const LONG_PACKAGES = [
  ['/usr/bin/soffice', 'libreoffice-writer-nogui'],
  ['/usr/bin/mdb-json', 'mdbtools'],
  ['/usr/bin/tesseract', 'tesseract-ocr'],
  ['/usr/share/tesseract-ocr/5/tessdata/chi_sim.traineddata', 'tesseract-ocr-chi-sim'],
  ['/usr/bin/qgis_mapserver', 'qgis-server'],
]
/**
 * Debian packages that the tests use: installed when absent and possible, named clearly when not. It answers once they are there; a program of its own fetches
 * them, whatever this one does meanwhile.
 */
export async function debian({ whole = false } = {}) {
  const missing = [...PACKAGES, ...(whole ? LONG_PACKAGES : [])]
    .filter(([path, name]) => (name === 'postgresql-postgis' ? !postgis() : !existsSync(path)))
    .map(([, name]) => name)
  if (missing.length === 0) return
  if (!has('apt-get') || process.getuid?.() !== 0) {
    console.error(`These Debian packages are needed for the whole test run and cannot be installed here: ${missing.join(', ')}`)
    process.exit(1)
  }
  console.log(`Installing Debian packages: ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const names = missing.flatMap((n) => (n === 'postgresql-postgis' ? ['postgresql', 'postgresql-postgis'] : [n]))
  const line = `apt-get update -qq; exec apt-get install -y -qq --no-install-recommends ${names.join(' ')} >/dev/null`
  const [status] = await once(spawn('sh', ['-c', line], { stdio: ['ignore', 'inherit', 'inherit'], env }), 'close')
  if (status !== 0) process.exit(1)
}
const versions = () => (existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [])
const postgis = () => versions().some((v) => existsSync(`/usr/share/postgresql/${v}/extension/postgis.control`))

/** A disk in memory, where the system has one. */
const MEMORY = '/dev/shm'
/** What has to be free, bytes, in memory and on the disk in it: templates and copies are some 600 MB, the log 1 GB at most, and browsers need theirs. */
const [FREE_MEMORY, FREE_DISK] = [8e9, 4e9]
/** Whether there is a disk in memory that is large enough: to copy a database there takes a third of the processor time, its files being made at once. */
function roomInMemory() {
  if (!existsSync(MEMORY) || freemem() < FREE_MEMORY) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > FREE_DISK
}

/**
 * A throwaway PostgreSQL on a free port, as a user that is not root: its address, the folder of its socket, and how to stop it.
 * @param inMemory where its files may lie in memory: the volumes of a long run are too large for that
 */
export function postgres({ inMemory }) {
  const bin = `/usr/lib/postgresql/${versions().at(-1)}/bin`
  const dir = mkdtempSync(join(inMemory && roomInMemory() ? MEMORY : tmpdir(), 'chengbao-pg-'))
  const port = 20000 + (process.pid % 20000)
  const root = process.getuid?.() === 0
  const as = (line) => {
    const r = root
      ? spawnSync('su', ['postgres', '-s', '/bin/sh', '-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      : spawnSync('sh', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    if (r.status !== 0) {
      console.error(r.stdout, r.stderr)
      process.exit(1)
    }
  }
  if (root) spawnSync('chown', ['postgres', dir])
  as(`${bin}/initdb -D ${dir}/data -U postgres -A trust -E UTF8 --locale=C.UTF-8 -N >/dev/null`)
  // nothing of it outlives the run, so nothing has to reach the disk
  const durability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  // every world has connections of its own, and each would load PostGIS anew: 9 ms
  const shared = ['max_connections=200', 'shared_preload_libraries=postgis-3']
  // tables of tests are small: to compile a statement, or to start processes that share it, costs more than it
  const small = ['jit=off', 'max_parallel_workers_per_gather=0']
  // figures of a tenth of the rows plan as well there, and take two fifths of the time
  const figures = ['default_statistics_target=10']
  // databases of the short run live for seconds: to look whether there is something to clean is a process of its own each time
  const settings = ['listen_addresses=127.0.0.1', ...durability, ...shared, ...small, ...(inMemory ? ['autovacuum=off', ...figures] : [])]
  // what the libraries import is looked up once, before connections are forked, and not by each of them; and memory that a statement has given back stays
  // with its connection: to take it anew for each statement was two fifths of the server's processor time
  const linked = 'LD_BIND_NOW=1'
  const kept = ['MALLOC_TOP_PAD_=4194304', 'MALLOC_TRIM_THRESHOLD_=268435456', 'MALLOC_MMAP_THRESHOLD_=268435456']
  const environment = [linked, ...kept].join(' ')
  as(`${environment} ${bin}/pg_ctl -D ${dir}/data -w -l ${dir}/log -o "-p ${port} -k ${dir} ${settings.map((s) => `-c ${s}`).join(' ')}" start >/dev/null`)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    /** the folder of its socket */
    socket: dir,
    stop() {
      as(`${bin}/pg_ctl -D ${dir}/data -m immediate stop >/dev/null`)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
