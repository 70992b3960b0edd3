import { readFileSync } from 'node:fs';
import { run } from '../servers/command.mjs';

const ROOT = JSON.parse(readFileSync('package.json', 'utf8'));

/** Manifests that name their licence in the old way, which npm passes over. */
function oldLicence(name) {
  const { licenses = [] } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  return licenses.map(({ type }) => ({ license: { id: type } }));
}

const ours = (component) =>
  component.properties?.some(({ name }) => name === 'cdx:npm:package:private');

function withLicence(component) {
  if (component.licenses?.length > 0) return component;
  if (ours(component)) return { ...component, licenses: [{ license: { name: ROOT.license } }] };
  return { ...component, licenses: oldLicence(component.name) };
}

/**
 * The bill of materials by npm itself, as a CycloneDX 1.5 document: every package of the lock file with its version, hash, licence,
 * and who needs it. Completed where npm says less than is known.
 */
export async function billOfMaterials({ production = false } = {}) {
  const scope = production ? ['--omit=dev'] : [];
  const made = JSON.parse(
    await run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', ...scope]),
  );
  // npm calls the root by its folder.
  const component = { ...made.metadata.component, name: ROOT.name };
  return {
    ...made,
    metadata: { ...made.metadata, component },
    components: made.components.map(withLicence),
  };
}
