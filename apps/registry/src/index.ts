export { documentOf } from './policy/policy.http';
export { editableYaml, policyYaml } from './policy/policy-yaml';
export { LONGEST_JSON } from './policy/sent-policy';
export { readPolicy } from './policy/read-policy';
export { RegistryModule } from './registry.module';
