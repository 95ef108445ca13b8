import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { GuideLink } from "@/components/GuideLink";
import { notifyError } from "@/lib/notify";

import { noticeQuery, type Notice } from "./openRouterNotice";

/**
 * Where a key for the OpenRouter gate is set: what would leave the machine, before anything does.
 * Once agreed, one line with the way back.
 */
export function OpenRouterConsent() {
  const queryClient = useQueryClient();
  const { data: notice } = useQuery(noticeQuery);
  const keep = (now: Notice) => {
    queryClient.setQueryData(noticeQuery.queryKey, now);
    // The gate decides otherwise from now on.
    void queryClient.invalidateQueries({ queryKey: ["search"] });
  };
  const agree = useMutation({
    mutationFn: () => unwrap(api.POST("/api/clarify/openrouter/consent")),
    onSuccess: keep,
    onError: notifyError,
  });
  const withdraw = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/clarify/openrouter/consent")),
    onSuccess: keep,
    onError: notifyError,
  });
  if (!notice?.is_configured) return null;
  if (notice.has_consented) {
    return (
      <Group gap="xs" fz="xs" component="section" aria-label="What leaves the machine">
        <Text span inherit c="dimmed" className="anyname">
          Where the two best passages are close, the question and at most {notice.max_passages}{" "}
          passages go to {notice.model}.
        </Text>
        <Button
          variant="subtle"
          size="compact-xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Let nothing leave
        </Button>
      </Group>
    );
  }
  return (
    <Paper
      component="section"
      aria-label="What leaves the machine"
      p="sm"
      style={{ borderInlineStart: "3px solid var(--studio-warn)" }}
    >
      <Stack gap="xs">
        <Text fz="sm" fw={600}>
          Nothing has left this machine: the OpenRouter gate waits for your word.
        </Text>
        <Text fz="sm" className="anyname">
          A key is set. Where the two best passages lie within {notice.margin} of each other, the
          gate would ask {notice.model} at <span className="mono">{notice.base_url}</span> and send:
        </Text>
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {notice.sends.map((sent) => (
            <Text key={sent} fz="sm" component="li" className="anyname">
              {sent}
            </Text>
          ))}
        </ul>
        <Group gap="sm">
          <Button loading={agree.isPending} onClick={() => agree.mutate()}>
            Agree and let it ask
          </Button>
          <Text fz="xs" c="dimmed">
            Until then the local gate decides, on this machine. <GuideLink topic="openrouterGate" />
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
