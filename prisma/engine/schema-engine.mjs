#!/usr/bin/env node
// Stand-in for Prisma's Rust `schema-engine` binary: the same engine compiled to WebAssembly
// (@prisma/schema-engine-wasm, from npm), spoken to over the same JSON-RPC-on-stdio protocol.
// Lets `prisma generate|migrate|db` run where Prisma's download server cannot be reached.
import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'

const require = createRequire(import.meta.url)
const log = (level, fields) =>
  process.stderr.write(JSON.stringify({ timestamp: new Date().toISOString(), level, fields, target: 'schema_engine::logger' }) + '\n')

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
    'enabled-preview-features': { type: 'string' },
    'extension-types': { type: 'string' },
    version: { type: 'boolean', short: 'V' },
  },
})
const wasmVersion = require(path.join(path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')), 'package.json')).version
if (args.version) {
  console.log(`schema-engine-wasm ${wasmVersion.split(/[-.]/).pop()}`)
  process.exit(0)
}
const datasource = args.datasource ? JSON.parse(args.datasource) : {}

// ---- driver adapter -------------------------------------------------------------------------
const CHAR = 18, TEXT = 25
function split(url) {
  const u = new URL(url)
  const schema = u.searchParams.get('schema') ?? 'public'
  for (const k of ['schema', 'connection_limit', 'pool_timeout', 'pgbouncer', 'socket_timeout']) u.searchParams.delete(k)
  return { url: u.toString(), schema }
}
async function connect(url, onDispose) {
  const { url: connectionString, schema } = split(url)
  const pool = new pg.Pool({ connectionString, max: 1 }) // one session: advisory lock, SET, temp state
  const a = await new PrismaPg(pool, { schema }).connect()
  const queryRaw = Object.getPrototypeOf(Object.getPrototypeOf(a)).queryRaw
  // adapter-pg refuses the internal "char" type (oid 18) that catalog queries return
  a.queryRaw = async (q) => {
    const io = await a.performIO(q)
    const chars = []
    io.fields.forEach((f, i) => { if (f.dataTypeID === CHAR) { f.dataTypeID = TEXT; chars.push(i) } })
    const r = await queryRaw.call(Object.assign(Object.create(a), { performIO: async () => io }), q)
    for (const i of chars) r.columnTypes[i] = ColumnTypeEnum.Character
    return r
  }
  // adapter-pg splits scripts on ';', which breaks functions, DO blocks and quoted semicolons
  a.executeScript = async (s) => { try { await pool.query(s) } catch (e) { a.onError(e) } }
  a.dispose = async () => { await pool.end(); await onDispose?.() }
  return a
}
async function admin(url, sql) {
  const c = new pg.Client({ connectionString: split(url).url })
  await c.connect()
  try { await c.query(sql) } finally { await c.end() }
}
function factory(url) {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),
    async connectToShadowDb() {
      if (datasource.shadowDatabaseUrl) return connect(datasource.shadowDatabaseUrl)
      const db = `prisma_migrate_shadow_db_${randomUUID()}`
      await admin(url, `CREATE DATABASE "${db}"`)
      const u = new URL(url)
      u.pathname = '/' + db
      return connect(u.toString(), () => admin(url, `DROP DATABASE IF EXISTS "${db}" WITH (FORCE)`))
    },
  }
}

// ---- engine ---------------------------------------------------------------------------------
let panic
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (m) => { panic = m } }
async function loadEngine() {
  const bg = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const file = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg').replace(/\.js$/, '.wasm')
  const { instance } = await WebAssembly.instantiate(fs.readFileSync(file), { './schema_engine_bg.js': bg })
  bg.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start?.()
  const datamodels = args.datamodels?.map((f) => [f, fs.readFileSync(f, 'utf8')])
  const url = datasource.url ?? 'postgresql://localhost:1/none'
  return bg.SchemaEngine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(factory(url)))
}

const dbName = (url) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres'
async function createDatabase(url) {
  const u = new URL(url)
  u.pathname = '/postgres'
  await admin(u.toString(), `CREATE DATABASE "${dbName(url).replaceAll('"', '""')}"`)
  return { databaseName: dbName(url) }
}

if (positionals[0] === 'cli') {
  log('INFO', { message: 'Starting schema engine CLI' })
  try {
    if (positionals[1] === 'create-database') await createDatabase(datasource.url)
    else if (positionals[1] === 'can-connect-to-database') await admin(datasource.url, 'SELECT 1')
    else if (positionals[1] === 'drop-database') throw new Error('not supported')
    process.exit(0)
  } catch (e) {
    const u = new URL(datasource.url)
    const [error_code, message] =
      e.code === '3D000' ? ['P1003', `Database \`${dbName(datasource.url)}\` does not exist`]
      : e.code === '28P01' || e.code === '28000' ? ['P1000', `Authentication failed against the database server, the provided database credentials for \`${u.username}\` are not valid`]
      : e.code === '42P04' ? ['P1009', `Database \`${dbName(datasource.url)}\` already exists`]
      : ['P1001', `Can't reach database server at \`${u.hostname}:${u.port || 5432}\` (${e.code ?? e.message})`]
    log('ERROR', { message, error_code, is_panic: false })
    process.exit(1)
  }
}

const enginePromise = loadEngine()
enginePromise.catch(() => {})
let nextId = 1
const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\n')
const methods = {
  getDatabaseVersion: (e) => e.version(),
  createDatabase: (_e, p) => createDatabase(p.datasource?.url ?? datasource.url),
  async diff(e, p) {
    const r = await e.diff(p)
    if (r.stdout != null) send({ id: `p${nextId++}`, method: 'print', params: { content: r.stdout } })
    return { exitCode: r.exitCode, stdout: null }
  },
}
const pending = new Set()
async function handle({ id, method, params }) {
  try {
    const e = await enginePromise
    const fn = methods[method] ?? ((eng, p) => {
      if (typeof eng[method] !== 'function') throw new Error(`schema-engine-wasm has no method ${method}`)
      return eng[method](p)
    })
    send({ id, result: (await fn(e, params)) ?? {} })
  } catch (err) {
    const message = panic ?? err.message
    send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data: {
      is_panic: Boolean(panic), message, meta: err.meta ?? null, error_code: err.code ?? err.error_code ?? null } } })
    if (process.env.DEBUG?.includes('schema-engine')) console.error(err, Object.keys(err))
  }
}
const rl = readline.createInterface({ input: process.stdin, crlfDelay: Infinity })
rl.on('line', (line) => {
  const m = JSON.parse(line)
  if (!m.method) return // reply to one of our `print` requests
  const p = handle(m).finally(() => pending.delete(p))
  pending.add(p)
})
rl.on('close', async () => { await Promise.allSettled(pending); process.exit(0) })
