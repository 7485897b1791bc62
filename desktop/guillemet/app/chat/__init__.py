"""The conversation: what was said, what is sent along, and the answer that flows into the review.

composer ──▶ Conversation.send ──▶ preparing: files, map, turns ──▶ request ──▶ answering: stream ──▶ turns, blocks
└──▶ growth ──▶ staging area
"""
