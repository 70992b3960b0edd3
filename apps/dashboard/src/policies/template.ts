/** What a new policy begins with. It can be saved as it is, so that nothing is red before somebody has written. */
export const TEMPLATE = `# Lines like this one explain; they are not kept when you save.
name: Package registries
# allow: what goes there raises no issue. block: it raises a critical one, whatever allows it.
type: allow
# global: all agents. selected: only those of a selector, such as
#   selector:
#     platform: github_actions    # with repository, workflow, job
#   selector:
#     platform: kubernetes        # with cluster, namespace, node
scope: global
# A name (example.com), its direct subdomains ("*.example.com"), all of them ("**.example.com"),
# an address (192.0.2.7) or a range (192.0.2.0/24). A star needs quotes.
rules:
  - pattern: registry.example.com
    comment: comments of rules are kept, say here why
enabled: true
`;
