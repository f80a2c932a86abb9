// Renames the code's own words to the field's (glossary.md). Run in a checkout's root: node /work/tmp/notes/rename.mjs
// Safe to run again: a row whose name is gone does nothing. Needs /work/tmp/notes/rename-tools (TypeScript 5.9, for its language
// service: version 7, which the project uses, has no rename API in JavaScript yet).
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { FILES, IDENTIFIERS, LITERALS, WORDS } from './rename-table.mjs'

const ts = createRequire(new URL('./rename-tools/package.json', import.meta.url))('typescript')
const ROOT = process.cwd()
const log = (...args) => console.log(...args)
const notes = []

const tracked = () =>
  execFileSync('git', ['ls-files', '-z'], { maxBuffer: 1 << 26 })
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(file))
const isCode = (file) => /\.(ts|tsx|js|mjs)$/.test(file)
const isText = (file) =>
  (isCode(file) || /\.(md|html|css|json|jsonc|service|env|yaml|yml)$/.test(file) || /^(\.ci\/run|Containerfile|\.env)$/.test(file)) &&
  !/package-lock\.json$|^docs\/pow-result\.schema\.json$|\.ja\.md$|olderResult\.json$/.test(file)
const fits = (file, { files, except }) => (!files || files.test(file)) && !(except && except.test(file))

// ---------------------------------------------------------------------------------------------------------------- files
function moveFiles() {
  const moves = new Map()
  for (const file of tracked()) {
    let to = file
    for (const [from, into] of FILES) {
      if (to === from) to = into
      else if (from.endsWith('/') && to.startsWith(from)) to = into + to.slice(from.length)
    }
    if (to !== file && !existsSync(to)) moves.set(file, to)
  }
  const oldOf = new Map([...moves].map(([from, to]) => [to, from]))
  for (const [from, to] of moves) {
    mkdirSync(path.dirname(to), { recursive: true })
    execFileSync('git', ['mv', from, to])
  }
  if (moves.size > 0) {
    const folders = FILES.filter(([from]) => from.endsWith('/'))
    const SPEC = /(['"`(])(\.\.?\/[\w./@-]*)/g
    for (const file of tracked().filter((one) => isCode(one) || one.endsWith('.css') || one.endsWith('.html'))) {
      const before = oldOf.get(file) ?? file
      const text = readFileSync(file, 'utf8')
      const next = text.replace(SPEC, (whole, quote, spec) => {
        const target = path.posix.join(path.posix.dirname(before), spec)
        let moved = moves.get(target)
        if (!moved) for (const [from, into] of folders) if (target.startsWith(from) && [...moves.keys()].some((key) => key.startsWith(from))) moved = into + target.slice(from.length)
        if (!moved && before === file) return whole
        if (!moved && !existsSync(target)) return whole
        if (!moved && path.dirname(before) === path.dirname(file)) return whole
        let relative = path.posix.relative(path.posix.dirname(file), moved ?? target)
        if (!relative.startsWith('.')) relative = './' + relative
        return quote + relative
      })
      if (next !== text) writeFileSync(file, next)
    }
    // Paths from the root, in strings, configuration and documents.
    for (const file of tracked().filter(isText)) {
      const text = readFileSync(file, 'utf8')
      let next = text
      for (const [from, to] of FILES) {
        const escaped = from.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
        next = next.replace(new RegExp(`(?<![\\w./-])${escaped}${from.endsWith('/') ? '' : '(?![\\w-])'}`, 'g'), to)
        // A folder without its slash; where a column follows it, as in docs/architecture.md, that stays in line.
        if (from.endsWith('/')) {
          const longer = Math.max(0, to.length - from.length)
          next = next.replace(new RegExp(`(?<![\\w./-])${escaped.slice(0, -2)}(?![\\w./-])(?:(?=( {2,}))\\1)?`, 'g'), (_, spaces = '') => to.slice(0, -1) + (spaces.length > longer + 1 ? spaces.slice(longer) : spaces))
        }
      }
      if (next !== text) writeFileSync(file, next)
    }
  }
  log(`files moved: ${moves.size}`)
}

// ---------------------------------------------------------------------------------------------------------- identifiers
const texts = new Map()
const versions = new Map()
const readText = (file) => {
  if (!texts.has(file)) texts.set(file, ts.sys.readFile(file))
  return texts.get(file)
}

/** TypeScript's language service over the project, as the files stand on disk. */
function openService() {
  const config = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const parsed = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT)
  const names = parsed.fileNames
  const host = {
    getScriptFileNames: () => names,
    getScriptVersion: (file) => String(versions.get(file) ?? 0),
    getScriptSnapshot: (file) => {
      const text = readText(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => parsed.options,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath,
  }
  return { service: ts.createLanguageService(host, ts.createDocumentRegistry()), names }
}

const short = (file) => path.relative(ROOT, file)

/** Every name of a declaration, by its text. Made once for each state of a file. */
const declCache = new Map()
function declarationsIn(sourceFile) {
  const cached = declCache.get(sourceFile.fileName)
  if (cached && cached.text === sourceFile.text) return cached.byName
  const byName = new Map()
  const visit = (node) => {
    const name = node.name
    if (
      name &&
      (ts.isIdentifier(name) || (ts.isStringLiteral(name) && ts.isPropertyAssignment(node))) &&
      (ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isBindingElement(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isFunctionExpression(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeParameterDeclaration(node) ||
        ts.isPropertySignature(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isPropertyAssignment(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isMethodSignature(node) ||
        ts.isNamedTupleMember(node) ||
        ts.isNamespaceImport(node) ||
        (ts.isImportSpecifier(node) && node.propertyName))
    ) {
      if (!byName.has(name.text)) byName.set(name.text, [])
      byName.get(name.text).push(name)
    }
    ts.forEachChild(node, visit)
  }
  visit(sourceFile)
  declCache.set(sourceFile.fileName, { text: sourceFile.text, byName })
  return byName
}

const PREFERENCES = { providePrefixAndSuffixTextForRename: true }
/** Files whose members are public: a rename that reaches one of their members needs `wire: true`. */
const PUBLIC = /^(contract\/(wire|feedback|evidence)\.ts|src\/storage\/records\.ts|src\/profiler\/model\/|src\/account\/guide\/guide\.ts$)/
const MEMBER = (node) =>
  ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node) || ts.isShorthandPropertyAssignment(node)

const tokenAt = (sourceFile, position) => {
  let found
  const visit = (node) => {
    if (position < node.getStart(sourceFile) || position >= node.end) return
    found = node
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(sourceFile, visit)
  return found
}

let service, own
function open() {
  const opened = openService()
  service = opened.service
  own = opened.names.filter((file) => !short(file).startsWith('node_modules'))
}

/** One pass over all rows; how many declarations it renamed. */
function renameAll() {
  let changedNames = 0
  for (const [title, rows] of Object.entries(IDENTIFIERS)) {
    const program = service.getProgram()
    const checker = program.getTypeChecker()
    /** file → start → { length, whole, left, right, sep } */
    const edits = new Map()
    const done = new Set()
    for (const [from, to, options = {}] of rows) {
      for (const file of own) {
        if (!fits(short(file), options)) continue
        const sourceFile = program.getSourceFile(file)
        if (!sourceFile || !sourceFile.text.includes(from)) continue
        for (const name of declarationsIn(sourceFile).get(from) ?? []) {
          if (ts.isNamespaceImport(name.parent) && !options.kind) continue
          if (edits.get(file)?.get(name.getStart(sourceFile))?.whole) continue
          if (options.kind && !options.kind.test(ts.SyntaxKind[name.parent.kind])) continue
          if (options.type || options.notType) {
            const type = checker.typeToString(checker.getTypeAtLocation(name))
            if (options.type && !options.type.test(type)) continue
            if (options.notType && options.notType.test(type)) continue
          }
          if (options.initial && !options.initial.test(name.parent.initializer?.getText(sourceFile) ?? '')) continue
          rename(file, name.getStart(sourceFile), from, to, options)
        }
      }
    }

    function rename(file, position, from, to, options) {
      const key = `${file}:${position}:${to}`
      if (done.has(key)) return
      const locations = service.findRenameLocations(file, position, false, false, PREFERENCES)
      if (!locations) return void notes.push(`cannot rename ${from} in ${short(file)}`)
      const list = locations.filter(({ fileName }) => !fileName.includes('node_modules'))
      for (const { fileName, textSpan } of list) {
        const node = tokenAt(program.getSourceFile(fileName), textSpan.start)
        if (!options.wire && PUBLIC.test(short(fileName)) && node && MEMBER(node.parent) && node.parent.name === node)
          return void notes.push(`${title}: left ${from} in ${short(file)}: a public member in ${short(fileName)}`)
        if (collides(program.getSourceFile(fileName), node, from, to))
          return void notes.push(`${title}: left ${from} in ${short(file)}: ${to} is taken in ${short(fileName)}`)
      }
      const aliases = []
      for (const { fileName, textSpan, prefixText, suffixText } of list) {
        if (!edits.has(fileName)) edits.set(fileName, new Map())
        const inFile = edits.get(fileName)
        const edit = inFile.get(textSpan.start) ?? { length: textSpan.length, old: from }
        inFile.set(textSpan.start, edit)
        if (suffixText) {
          edit.left = to
          edit.sep = suffixText.startsWith(' as ') ? ' as ' : ': '
          // An import is renamed with what it imports.
          if (edit.sep === ' as ') aliases.push([fileName, textSpan.start])
        } else if (prefixText) {
          edit.right = to
          edit.sep = prefixText.endsWith(' as ') ? ' as ' : ': '
        } else {
          edit.whole = to
        }
        if (!suffixText) done.add(`${fileName}:${textSpan.start}:${to}`)
      }
      done.add(key)
      changedNames++
      for (const [fileName, start] of aliases) renameAlias(fileName, start, from, to)
    }

    function renameAlias(fileName, start, from, to) {
      const sourceFile = program.getSourceFile(fileName)
      const key = `${fileName}:${start}:alias`
      if (done.has(key)) return
      done.add(key)
      const locations = service.findRenameLocations(fileName, start, false, false, PREFERENCES) ?? []
      const isLocal = locations.every((one) => one.fileName === fileName || one.prefixText || true)
      if (!isLocal) return
      const local = locations.filter((one) => one.fileName === fileName)
      for (const { textSpan } of local)
        if (collides(sourceFile, tokenAt(sourceFile, textSpan.start), from, to))
          return void notes.push(`${title}: kept "${to} as ${from}" in ${short(fileName)}`)
      for (const { textSpan, prefixText, suffixText } of local) {
        if (!edits.has(fileName)) edits.set(fileName, new Map())
        const edit = edits.get(fileName).get(textSpan.start) ?? { length: textSpan.length, old: from }
        edits.get(fileName).set(textSpan.start, edit)
        if (suffixText) edit.left = to
        else if (prefixText) edit.right = to
        else edit.whole ??= to
        if (prefixText || suffixText) edit.sep = (prefixText ?? suffixText).includes(' as ') ? ' as ' : ': '
      }
    }

    /** Whether the new name already means something where the old one stands. */
    function collides(sourceFile, node, from, to) {
      if (!node) return false
      const { parent } = node
      if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false
      if (MEMBER(parent) && !ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
        const members = parent.parent.members ?? parent.parent.properties ?? []
        return members.some((one) => one !== parent && one.name?.text === to)
      }
      if (ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent)) return false
      if (ts.isBindingElement(parent) && parent.propertyName === node) return false
      if (ts.isImportSpecifier(parent) && parent.propertyName === node) return false
      const flags = ts.SymbolFlags.Value | ts.SymbolFlags.Type
      const there = checker.resolveName(to, node, flags, true)
      if (!there) return false
      const files = (there.declarations ?? []).map((one) => one.getSourceFile().fileName)
      // A name that is renamed away in the same group is free.
      return files.some((file) => !file.includes('node_modules') && !IDENTIFIERS[title].some(([old]) => old === to))
    }

    let count = 0
    for (const [file, inFile] of edits) {
      let text = readText(file)
      for (const [start, { length, old, whole, left, right, sep }] of [...inFile].sort((a, b) => b[0] - a[0])) {
        const [one, other] = [left ?? old, right ?? old]
        const next = left || right ? (one === other ? one : `${one}${sep}${other}`) : whole
        const before = text.slice(start, start + length)
        if (before !== old) throw new Error(`${short(file)}:${start} holds ${before}, not ${old}`)
        text = text.slice(0, start) + next + text.slice(start + length)
        count++
      }
      text = tidy(text, file)
      texts.set(file, text)
      versions.set(file, (versions.get(file) ?? 0) + 1)
      writeFileSync(file, text)
    }
    if (count > 0) log(`${title}: ${count} places in ${edits.size} files`)
  }
  log(`declarations renamed: ${changedNames}`)
  return changedNames
}

/** `{ x: x }`, `import { x as x }` that renaming left behind. */
function tidy(text, file) {
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const cuts = []
  const visit = (node) => {
    if ((ts.isBindingElement(node) || ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) && node.propertyName?.text === node.name.text && ts.isIdentifier(node.name))
      cuts.push([node.propertyName.getStart(sourceFile), node.name.getStart(sourceFile)])
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && ts.isIdentifier(node.initializer) && node.name.text === node.initializer.text)
      cuts.push([node.name.getStart(sourceFile), node.initializer.getStart(sourceFile)])
    ts.forEachChild(node, visit)
  }
  visit(sourceFile)
  for (const [from, to] of cuts.sort((a, b) => b[0] - a[0])) text = text.slice(0, from) + text.slice(to)
  return text
}

// ------------------------------------------------------------------------------------------- literals and words of prose
function replaceLiterals() {
  let count = 0
  for (const file of tracked().filter(isText)) {
    const text = readFileSync(file, 'utf8')
    let next = text
    for (const [pattern, to, options = {}] of LITERALS) if (fits(file, options)) next = next.replace(pattern, to)
    if (next !== text) {
      writeFileSync(file, next)
      count++
    }
  }
  log(`literals: ${count} files`)
}

/** Where prose stands in a source file: its comments, and the titles of its tests. */
function proseSpans(file, text) {
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const spans = new Map()
  const comments = (position, kind) => {
    const get = kind === 'lead' ? ts.getLeadingCommentRanges : ts.getTrailingCommentRanges
    for (const { pos, end } of get(text, position) ?? []) spans.set(pos, end)
  }
  const isTest = (node) => {
    let callee = node.expression
    while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
    return ts.isIdentifier(callee) && ['it', 'test', 'describe'].includes(callee.text)
  }
  const visit = (node) => {
    // JSX text holds no comments.
    if (node.kind !== ts.SyntaxKind.JsxText) {
      comments(node.pos, 'lead')
      comments(node.end, 'trail')
    }
    if (ts.isCallExpression(node) && isTest(node)) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteral(title) || ts.isNoSubstitutionTemplateLiteral(title))) spans.set(title.getStart(sourceFile) + 1, title.end - 1)
    }
    for (const child of node.getChildren(sourceFile)) visit(child)
  }
  visit(sourceFile)
  return [...spans].sort((a, b) => b[0] - a[0])
}

/** Names of code that comments and documents mention: those in camelCase, which are no words of prose. */
const MENTIONED = Object.values(IDENTIFIERS)
  .flat()
  .filter(([from, to]) => /[a-z][A-Z]|[A-Z]_[A-Z]/.test(from) && from !== to)
  .filter(([from], index, all) => all.findIndex(([other]) => other === from) === index)
  .map(([from, to]) => [new RegExp(`(?<![\\w.])${from}(?!\\w)`, 'g'), to])
const mention = (prose) => MENTIONED.reduce((text, [pattern, to]) => text.replace(pattern, to), prose)

const reword = (file, before) => {
  const prose = mention(before)
  let next = prose
  for (const [pattern, to, options = {}] of WORDS) {
    if (!fits(file, options)) continue
    next = next.replace(pattern, (whole, ...rest) => {
      const groups = rest.slice(0, rest.findIndex((one) => typeof one === 'number'))
      const filled = to.replace(/\$(\d)/g, (_, digit) => groups[digit - 1] ?? '')
      return /^[A-Z]/.test(whole) && !/^[A-Z]/.test(filled) && /^[A-Z][a-z ]/.test(whole) ? filled[0].toUpperCase() + filled.slice(1) : filled
    })
  }
  return next
}

function rewordProse() {
  let count = 0
  for (const file of tracked().filter((one) => isText(one) && (isCode(one) || /\.(md|css)$/.test(one)))) {
    if (/^(CHANGELOG\.md|bench\/results\/)/.test(file)) continue
    const text = readFileSync(file, 'utf8')
    let next = text
    if (isCode(file)) for (const [from, to] of proseSpans(file, text)) next = next.slice(0, from) + reword(file, next.slice(from, to)) + next.slice(to)
    else if (file.endsWith('.css')) next = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => reword(file, comment))
    // Code in documents stays: what it names is public, or renamed by a row of LITERALS.
    else next = text.split(/(```[\s\S]*?```|`[^`\n]*`)/).map((part, index) => (index % 2 ? mention(part) : reword(file, part))).join('')
    if (next !== text) {
      writeFileSync(file, next)
      count++
    }
  }
  log(`prose: ${count} files`)
}

moveFiles()
open()
// A member whose type is inferred from a renamed variable (`{ seat: slot }`) is found by the next pass.
for (let pass = 0; pass < 4 && renameAll() > 0; pass++);
replaceLiterals()
rewordProse()
for (const note of new Set(notes)) log(`  ${note}`)
